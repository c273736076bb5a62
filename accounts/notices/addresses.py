"""Which addresses notices may be sent to: those that their players have confirmed. allauth sends the letter with the
signed link that does it, and keeps what came of it; an address that is changed counts only once it is confirmed, too.
"""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db.models import F
from django.db.models.functions import Upper

from accounts.models import Player


def confirmed(players: Collection[int]) -> set[int]:
    """Those of the players (by id) whose address, as it is now, is confirmed."""
    addresses = EmailAddress.objects.filter(user__in=players, verified=True)
    as_now = addresses.alias(written=Upper("email"), now=Upper("user__email")).filter(written=F("now"))
    return set(as_now.values_list("user", flat=True))


def is_confirmed(player: Player) -> bool:
    return player.pk in confirmed([player.pk])
