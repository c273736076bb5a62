"""Writing in the chats of tournaments, as their pages do."""

from __future__ import annotations

from datetime import datetime

import chat.services as chat
from accounts.models import Player
from chat.models import ChatLine
from tournaments.live.chatting import TournamentRoom


def say(*, tournament_id: str, player: Player, text: str, now: datetime | None = None) -> ChatLine:
    """Write a line. Raises UserError (guest, bad-field, banned, sealed, too-fast)."""
    return chat.say(TournamentRoom(tournament_id), player=player, text=text, now=now)


def say_phrase(*, tournament_id: str, player: Player, phrase: str) -> ChatLine:
    """Send a ready-made phrase to everybody who would read a line."""
    return chat.say_phrase(TournamentRoom(tournament_id), player=player, phrase=phrase)
