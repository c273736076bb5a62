"""What is said on a tournament's page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from clubs.services.joining import check_ban
from common.errors import UserError
from live.hub import News, announce, encode
from tournaments.models import ChatLine, Tournament

LONGEST_LINE = 500
LINES_SHOWN = 50
MOST_LINES = 5
"""So many lines of one player in `A_WHILE`."""
A_WHILE = timedelta(seconds=15)


@transaction.atomic
def say(*, tournament_id: str, player: Player, text: str, now: datetime | None = None) -> ChatLine:
    """Say a line to all who look at the page. Raises UserError (guest, bad-field, banned, too-fast)."""
    now = now or timezone.now()
    if player.is_guest:
        raise UserError("guest", _("Guests can read here. Keep your account first, then you can say something."))
    text = " ".join(text.split())
    if not text or len(text) > LONGEST_LINE:
        raise UserError("bad-field", _("A line has between 1 and 500 characters."))
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    if tournament.club is not None:
        check_ban(tournament.club, player, now)
    lately = tournament.chat_lines.filter(player=player, said_at__gt=now - A_WHILE)
    if lately.count() >= MOST_LINES:
        raise UserError("too-fast", _("You have said a lot just now. Wait a moment; what you wrote is still there."))
    line = ChatLine.objects.create(tournament=tournament, player=player, text=text, said_at=now)
    announce(News(tournament.room, everyone=[encode({"type": "chat", **line_message(line)})]))
    return line


def line_message(line: ChatLine) -> dict[str, Any]:
    return {"id": line.pk, "name": line.player.username, "text": line.text, "at": line.said_at.timestamp()}


def last_lines(tournament: Tournament) -> list[ChatLine]:
    """The oldest of them first."""
    return list(reversed(tournament.chat_lines.select_related("player").order_by("-id")[:LINES_SHOWN]))
