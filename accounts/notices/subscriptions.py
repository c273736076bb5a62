"""Which browsers show a player's notices while no page of the site is open."""

from __future__ import annotations

import base64
import binascii
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player, PushSubscription
from common.errors import UserError
from common.outgoing import addresses

MOST_BROWSERS = 10
"""How many browsers of a player show notices; the oldest gives way to a new one."""

LONGEST_ADDRESS = 1000

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
    if len(endpoint) > LONGEST_ADDRESS:
        raise UserError("bad-address", _("The address of your browser's push service is too long."))
    addresses.read(endpoint)
    _check_keys(p256dh, auth)
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        subscription, _is_new = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "player": player,
                "p256dh": p256dh,
                "auth": auth,
                "session_key": session.session_key or "",
                "user_agent": user_agent[:200],
                "created_at": now,
            },
        )
        newest = player.push_subscriptions.order_by("-created_at", "-pk").values_list("pk", flat=True)
        player.push_subscriptions.exclude(pk__in=list(newest[:MOST_BROWSERS])).delete()
    session[IN_SESSION] = subscription.pk
    return subscription


def _check_keys(p256dh: str, auth: str) -> None:
    """Raise UserError (bad-keys) unless they are a point of the curve P-256 and a secret of 16 bytes (RFC 8291)."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
        is_good = len(_decoded(auth)) == 16
    except (ValueError, binascii.Error):
        is_good = False
    if not is_good:
        raise UserError("bad-keys", _("The keys of your browser cannot be used. Nothing was changed; try again."))


def _decoded(key: str) -> bytes:
    return base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))


def unsubscribe(*, player: Player, endpoint: str) -> None:
    player.push_subscriptions.filter(endpoint=endpoint).delete()


def remove(*, player: Player, subscription_id: int) -> None:
    player.push_subscriptions.filter(pk=subscription_id).delete()


def end_with_session(session_key: str) -> None:
    PushSubscription.objects.filter(session_key=session_key).delete()


def follow(session: SessionBase) -> None:
    """Keep a browser's subscription when its session has got a new key, as after a change of password."""
    if (subscription := session.get(IN_SESSION)) and session.session_key:
        PushSubscription.objects.filter(pk=subscription).update(session_key=session.session_key)
