"""Finds the e-mail addresses that notices may be sent to: those that their players have confirmed.

allauth sends the letter with the signed link and stores the result; a changed address counts once it is confirmed.
"""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db.models import F
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac

from accounts.models import Player
from accounts.models.personal import mailbox


def confirmed(players: Collection[int]) -> set[int]:
    """Return those of the players (by id) whose current address is confirmed."""
    addresses = EmailAddress.objects.filter(user__in=players, verified=True)
    as_now = addresses.alias(written=Upper("email"), now=Upper("user__email")).filter(written=F("now"))
    return set(as_now.values_list("user", flat=True))


def is_confirmed(player: Player) -> bool:
    return player.pk in confirmed([player.pk])


def mailbox_of(player: Player) -> str:
    """Return a hash that identifies the player's mailbox without revealing it; empty if no address is confirmed."""
    if not is_confirmed(player):
        return ""
    return salted_hmac("mailbox", mailbox(player.email), algorithm="sha256").hexdigest()
