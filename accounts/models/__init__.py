"""Players, their notices, and their sanctions."""

from accounts.models.naming import ForbiddenWord, PastName
from accounts.models.notice import Mail, Notice, NoticeQuerySet
from accounts.models.personal import DataExport, DeletionLetter, KeptHash
from accounts.models.player import Player, PlayerManager, PlayerQuerySet, Theme, is_player_or_bot_of
from accounts.models.push import Push, PushQuerySet, PushSubscription
from accounts.models.standing import Block, Lapse, Mute, Sanction, SanctionQuerySet

__all__ = [
    "Block",
    "DataExport",
    "DeletionLetter",
    "ForbiddenWord",
    "KeptHash",
    "Lapse",
    "Mail",
    "Mute",
    "Notice",
    "NoticeQuerySet",
    "PastName",
    "Player",
    "PlayerManager",
    "PlayerQuerySet",
    "Push",
    "PushQuerySet",
    "PushSubscription",
    "Sanction",
    "SanctionQuerySet",
    "Theme",
    "is_player_or_bot_of",
]
