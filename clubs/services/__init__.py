"""Services that change clubs: one function for each change, in one transaction."""

from clubs.services.announcing import pin, publish, revise, take_down, unpin
from clubs.services.founding import Facts, close, edit, found, freeze, mark_active, put_back, reopen, thaw
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
from clubs.services.roles import demote, hand_over, promote, trust

__all__ = [
    "Facts",
    "accept",
    "ask",
    "ask_for_forgotten_pictures",
    "ban",
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
    "put_back",
    "refuse",
    "remove",
    "reopen",
    "restore_picture",
    "revise",
    "revoke",
    "take_down",
    "thaw",
    "trust",
    "unpin",
    "withdraw",
]
