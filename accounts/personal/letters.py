"""Letters about the deletion of an account: whatever notices a player has chosen, these are sent."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.notices import localised_for

logger = logging.getLogger(__name__)


def tell_of_request(player: Player) -> bool:
    """Tell the player when the account will be deleted, and how to keep it; return False if no letter could go out."""
    with localised_for(player):
        link = settings.SITE_URL + reverse("account_login")
        return _send(player, _("Your account will be deleted"), "accounts/letters/deletion_asked.txt", link)


def tell_of_end(player: Player) -> bool:
    """Tell the player that the account is deleted; return False if no letter could go out."""
    with localised_for(player):
        return _send(player, _("Your account is deleted"), "accounts/letters/deletion_done.txt", settings.SITE_URL)


def _send(player: Player, subject: str, template: str, link: str) -> bool:
    if not player.email:
        return True
    body = render_to_string(template, {"player": player, "link": link, "days": settings.KEEP_DAYS})
    headers = {"Auto-Submitted": "auto-generated"}
    message = EmailMessage(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, body, to=[player.email], headers=headers)
    try:
        message.send()
    except Exception as error:  # whatever the e-mail backend raises
        logger.warning("a letter about the deletion of player %d was refused: %r", player.pk, error)
        return False
    return True
