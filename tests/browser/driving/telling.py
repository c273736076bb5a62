"""Runs as a separate process, like a worker: sends a player notices about tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from allauth.account.models import EmailAddress

from accounts import notices
from accounts.models import Player
from tournaments.notices import REMINDER


def tell(name: str, about: Sequence[str], email: str) -> None:
    """Send notices; `email` becomes the player's confirmed address."""
    player = Player.objects.named(name).get()
    if email:
        Player.objects.filter(pk=player.pk).update(email=email)
        EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
    starts_at = notices.At(datetime(2030, 11, 29, 19, tzinfo=UTC))
    for tournament in about:
        gaps: dict[str, notices.Gap] = {"tournament": tournament, "starts_at": starts_at}
        notices.notify(kind=REMINDER, players=[player.pk], key=tournament, url="/rules/", gaps=gaps)
