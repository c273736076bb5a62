"""Which addresses notices may be sent to, and which of them are one mailbox: those that their players have confirmed.

allauth sends the letter with the signed link that does it, and keeps what came of it; an address that is changed counts
only once it is confirmed, too.
"""

from __future__ import annotations

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db.models import F
from django.db.models.functions import Upper
from django.utils.crypto import salted_hmac

from accounts.models import Player


def confirmed(players: Collection[int]) -> set[int]:
    """Those of the players (by id) whose address, as it is now, is confirmed."""
    addresses = EmailAddress.objects.filter(user__in=players, verified=True)
    as_now = addresses.alias(written=Upper("email"), now=Upper("user__email")).filter(written=F("now"))
    return set(as_now.values_list("user", flat=True))


def is_confirmed(player: Player) -> bool:
    return player.pk in confirmed([player.pk])


def mailbox_of(player: Player) -> str:
    """Return what tells one mailbox from another, without telling whose it is; empty if no address is confirmed.

    Letters in upper and lower case, and what follows a plus sign, lead to the same mailbox.
    """
    if not is_confirmed(player):
        return ""
    local, _at, domain = player.email.casefold().rpartition("@")
    return salted_hmac("mailbox", f"{local.partition('+')[0]}@{domain}", algorithm="sha256").hexdigest()
