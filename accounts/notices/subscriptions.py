"""Keeps the browsers that show a player's notices while no page of the site is open."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError
from webpush import WebPushSubscription
from webpush.types import WebPushKeys

from accounts.models import Player, PushSubscription
from common.errors import UserError
from common.outgoing import addresses

MOST_BROWSERS = 10
"""How many browsers of a player show notices; the oldest gives way to a new one."""

LONGEST_ADDRESS = 1000

POINT, SECRET = 65, 16
"""Bytes of a browser's keys: an uncompressed point of the curve P-256, and a secret (RFC 8291)."""

IN_SESSION = "push_subscription"
"""The key under which a session remembers the id of its browser's subscription."""


def subscribed(players: Collection[int]) -> dict[int, list[int]]:
    """Return the subscriptions (by id) of those of the players (by id) who have any."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for player, subscription in PushSubscription.objects.filter(player__in=players).values_list("player", "pk"):
        found[player].append(subscription)
    return dict(found)


def subscribe(
    *, player: Player, session: SessionBase, endpoint: str, p256dh: str, auth: str, user_agent: str, now: datetime
) -> PushSubscription:
    """Show the player's notices in a browser, instead of those of whoever used it before.

    Raises UserError (bad-address, bad-keys).
    """
    _check_address(endpoint)
    _check_keys(p256dh, auth)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        subscription, _is_new = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "player": player,
                "p256dh": p256dh.rstrip("="),
                "auth": auth.rstrip("="),
                "session_key": session.session_key or "",
                "user_agent": user_agent[:200],
                "created_at": now,
            },
        )
        # A session is one browser, which has one address at a time.
        player.push_subscriptions.filter(session_key=subscription.session_key).exclude(pk=subscription.pk).delete()
        newest = player.push_subscriptions.order_by("-created_at", "-pk").values_list("pk", flat=True)
        player.push_subscriptions.exclude(pk__in=list(newest[:MOST_BROWSERS])).delete()
    session[IN_SESSION] = subscription.pk
    return subscription


def as_target(endpoint: str, p256dh: str, auth: str) -> WebPushSubscription:
    """Return a browser as the library that encrypts wants it. Raises ValidationError."""
    keys = WebPushKeys(auth=auth, p256dh=p256dh)
    return WebPushSubscription.model_validate({"endpoint": endpoint, "keys": keys})


def _check_address(endpoint: str) -> None:
    """Raise UserError (bad-address) unless a message can be sent there."""
    if len(endpoint) > LONGEST_ADDRESS:
        raise UserError("bad-address", _("The address of your browser's push service is too long."))
    addresses.read(endpoint)
    try:
        as_target(endpoint, "", "")
    except ValidationError as refused:
        raise addresses.bad_address() from refused


def _check_keys(p256dh: str, auth: str) -> None:
    """Raise UserError (bad-keys) unless they are a point of the curve P-256 and a secret."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        is_good = len(point) == POINT and len(secret) == SECRET
    except ValueError:  # also binascii.Error
        is_good = False
    if not is_good:
        raise UserError("bad-keys", _("The keys of your browser cannot be used. Nothing was changed; try again."))


def _decoded(key: str) -> bytes:
    """Return the bytes of a key in base64url. Raises ValueError, also for characters that others would skip."""
    bare = key.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


def is_on(session: SessionBase) -> bool:
    """Return whether push notices were turned on in the browser of this session, and not off again.

    That the browser's old address was given up by its push service, and therefore deleted, does not matter.
    """
    return IN_SESSION in session


def unsubscribe(*, player: Player, session: SessionBase, endpoint: str) -> None:
    """Turn push notices off in a browser with this address; `session` is that of the reader."""
    _end(player.push_subscriptions.filter(endpoint=endpoint), session)


def remove(*, player: Player, session: SessionBase, subscription_id: int) -> None:
    """Turn push notices off in a browser, which may be another one than that of the reader's `session`."""
    _end(player.push_subscriptions.filter(pk=subscription_id), session)


def _end(subscriptions: QuerySet[PushSubscription], own: SessionBase) -> None:
    """Delete subscriptions, and let their sessions forget them, so that the browsers cannot renew them."""
    for subscription in subscriptions:
        subscription.delete()
        if subscription.session_key == own.session_key:
            own.pop(IN_SESSION, None)
            continue
        session = SessionStore(subscription.session_key)
        session.pop(IN_SESSION, None)
        with suppress(UpdateError):  # it has just ended
            session.save()


def end_with_session(session_key: str) -> None:
    PushSubscription.objects.filter(session_key=session_key).delete()


def follow(session: SessionBase) -> None:
    """Keep a browser's subscription when its session has got a new key, as after a change of password.

    Saves the session first: a worker that sees the new key must find the session signed in.
    """
    if subscription := session.get(IN_SESSION):
        session.save()
        of_player = PushSubscription.objects.filter(pk=subscription, player=session.get(SESSION_KEY))
        of_player.update(session_key=session.session_key or "")
