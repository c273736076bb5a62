"""Removing the second factor of a player who has lost the device and the recovery codes."""

from __future__ import annotations

from collections.abc import Sequence

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.notices import localised_for
from accounts.personal.sessions import end_all
from moderation import log


def kept_factors(player: Player) -> Sequence[Authenticator]:
    """Return the player's authenticator app, passkeys and recovery codes."""
    return Authenticator.objects.filter(user=player).order_by("type", "pk")


@transaction.atomic
def remove_second_factor(player: Player) -> bool:
    """Remove everything that protects the account besides its password, and sign the player out everywhere, since
    whoever has the lost device may be signed in. Return whether there was anything. Idempotent."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    if not Authenticator.objects.filter(user=player).delete()[0]:
        return False
    log.second_factor_removed(player)
    end_all(player)
    return True


def tell_of_removal(player: Player) -> None:
    """Tell the player by letter, at once and whatever notices they have chosen. Raises whatever the mail server does
    if it refuses the letter."""
    with localised_for(player):
        subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Your second factor has been removed")
        context = {"player": player, "link": settings.SITE_URL + reverse("mfa_index")}
        body = render_to_string("accounts/letters/second_factor_removed.txt", context)
    send_mail(subject, body, None, [player.email])
