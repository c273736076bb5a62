"""What is stored of players, and what they were told."""

from accounts.models.notice import Mail, Notice, NoticeQuerySet
from accounts.models.player import Player, PlayerManager, PlayerQuerySet, Theme

__all__ = ["Mail", "Notice", "NoticeQuerySet", "Player", "PlayerManager", "PlayerQuerySet", "Theme"]
