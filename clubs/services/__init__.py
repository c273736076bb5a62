"""Every change of a club: one function each, in one transaction."""

from clubs.services.announcing import pin, publish, revise, take_down, unpin
from clubs.services.founding import Facts, close, edit, found, stir
from clubs.services.inviting import come_by_invitation, invite, revoke
from clubs.services.joining import accept, ask, join, leave, refuse, withdraw
from clubs.services.moderation import ban, lift, remove
from clubs.services.pictures import ask_for_forgotten_pictures, drop_picture, make_emblem, offer_picture
from clubs.services.roles import demote, hand_over, promote, trust

__all__ = [
    "Facts",
    "accept",
    "ask",
    "ask_for_forgotten_pictures",
    "ban",
    "close",
    "come_by_invitation",
    "demote",
    "drop_picture",
    "edit",
    "found",
    "hand_over",
    "invite",
    "join",
    "leave",
    "lift",
    "make_emblem",
    "offer_picture",
    "pin",
    "promote",
    "publish",
    "refuse",
    "remove",
    "revise",
    "revoke",
    "stir",
    "take_down",
    "trust",
    "unpin",
    "withdraw",
]
