"""What chats hold about players: their lines, the rooms that they have muted, and their silences."""

from __future__ import annotations

from accounts.personal.holdings import Holding, Then, columns, exports, register
from chat.models import ChatLine, MutedRoom, Silence

register(
    Holding(ChatLine, "author", Then.DELETED, section="chat_lines"),
    Holding(MutedRoom, "player", Then.DELETED, section="muted_rooms"),
    Holding(Silence, "player", Then.DELETED, section="silences"),
    Holding(Silence, "by", Then.DETACHED, left_out="It is about somebody else."),
)

exports("chat_lines", columns(ChatLine, "author", "room", "said_at", "text", "original", "phrase", "hidden_at"))
exports("muted_rooms", columns(MutedRoom, "player", "room"))
exports("silences", columns(Silence, "player", "room", "until", "reason"))
