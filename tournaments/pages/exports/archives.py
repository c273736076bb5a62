"""Streaming of archives while they are made: one at a time per visitor, and a few at a time per process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import ClassVar
from weakref import WeakSet

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from common.addresses import address_of, connection_of
from common.redis.claims import Claim, claim

RETRY_AFTER = 10
"""Seconds after which a refused visitor may try again."""

MOST_AT_ONCE = 4
"""Archives that a process sends at the same time: each keeps a thread, a connection to the database and a place among
the pages."""


class Archive:
    """An async iterable of an archive's pieces, each made when the client can take it; may be closed at any time."""

    going: ClassVar[WeakSet[Archive]] = WeakSet()
    """Archives that this process is sending."""

    def __init__(self, pieces: Iterator[bytes], claimed: Claim) -> None:
        self._pieces = pieces
        self._claimed = claimed
        Archive.going.add(self)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        take = sync_to_async(self._take)
        while (piece := await take()) is not None:
            if piece:
                yield piece

    def _take(self) -> bytes | None:
        """Make a piece, in the request's thread."""
        self._claimed.renew()
        return next(self._pieces, None)

    def close(self) -> None:
        Archive.going.discard(self)
        self._claimed.release()


def claim_one(request: HttpRequest) -> Claim | HttpResponse:
    """Claim the one download at a time that an account, or a visitor's address, may have; or return a refusal."""
    if len(Archive.going) >= MOST_AT_ONCE:
        return _refused(request, 503, _("Others are getting archives just now. Please wait a moment, then try again."))
    player, address = request.user.pk, connection_of(address_of(request))
    claimed = claim("archive", f"player-{player}" if player is not None else f"address-{address}")
    return claimed or _refused(
        request, 429, _("An archive is on its way to you already. As soon as it is there you can get this one.")
    )


def _refused(request: HttpRequest, status: int, why: str) -> HttpResponse:
    response = render(request, "429.html", {"why": why}, status=status)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
