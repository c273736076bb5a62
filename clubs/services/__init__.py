"""Services that change clubs: one function for each change, in one transaction."""

from clubs.services.announcing import pin, publish, revise, take_down, unpin
from clubs.services.founding import Facts, close, edit, found, freeze, mark_active, reopen, restore_texts, thaw
from clubs.services.inviting import invite, join_by_invitation, revoke
from clubs.services.joining import accept, ask, join, leave, refuse, withdraw
from clubs.services.moderation import ban, lift, remove
from clubs.services.pictures import (
    ask_for_forgotten_pictures,
    drop_picture,
    make_emblem,
    offer_picture,
    restore_picture,
)
from clubs.services.roles import change_rights, demote, hand_over, promote

__all__ = [
    "Facts",
    "accept",
    "ask",
    "ask_for_forgotten_pictures",
    "ban",
    "change_rights",
    "close",
    "demote",
    "drop_picture",
    "edit",
    "found",
    "freeze",
    "hand_over",
    "invite",
    "join",
    "join_by_invitation",
    "leave",
    "lift",
    "make_emblem",
    "mark_active",
    "offer_picture",
    "pin",
    "promote",
    "publish",
    "refuse",
    "remove",
    "reopen",
    "restore_picture",
    "restore_texts",
    "revise",
    "revoke",
    "take_down",
    "thaw",
    "unpin",
    "withdraw",
]
