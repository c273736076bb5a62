"""Lines that look like spam: links from new accounts, and the same line again and again."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from linkify_it import LinkifyIt

from accounts.models import Player
from chat.models import ChatLine
from common.errors import UserError

NEW = timedelta(days=3)
"""An account younger than this may not post links; nor may guests."""

WITHIN = timedelta(minutes=1)
MOST_TIMES = 2
"""How often a player may write the same line within that time, in all rooms together."""


def check_is_no_spam(player: Player, text: str, now: datetime) -> None:
    """Raise UserError (link, repeated) if the line looks like spam. Makes one query."""
    allowed_at = player.date_joined + NEW
    if (player.is_guest or now < allowed_at) and _links().test(text):
        if player.is_guest:
            raise UserError("link", _("Guests cannot post links. What you wrote is still there."))
        sentence = _("New accounts cannot post links; you can from %(day)s on. What you wrote is still there.")
        raise UserError("link", sentence % {"day": date_format(localtime(allowed_at), "DATE_FORMAT")})
    lately = ChatLine.objects.filter(author=player, said_at__gt=now - WITHIN, phrase="")
    said = [line.original or line.text for line in lately.only("text", "original")]
    if [one.casefold() for one in said].count(text.casefold()) >= MOST_TIMES:
        raise UserError("repeated", _("You have just said that. What you wrote is still there."))


@cache
def _links() -> LinkifyIt:
    return LinkifyIt()
