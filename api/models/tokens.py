"""Tokens with which a player's programs use the API."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Scope(models.TextChoices):
    """What a program may do with a token, beyond what any visitor may."""

    READ = "read", _("see what you may see, such as private clubs and your own tables")
    TABLES = "tables", _("open tables, sit down and get up")
    TOURNAMENTS = "tournaments", _("enter tournaments, check in and withdraw")
    CLUBS = "clubs", _("join and leave clubs")
    PLAY = "play", _("play: make moves over the live socket, for bots only")

    @classmethod
    def of(cls, player: Player) -> list[Scope]:
        """Return the scopes that a player's tokens can have: only bots may play, and bots do not join clubs."""
        return [scope for scope in cls if scope is not (cls.CLUBS if player.is_bot else cls.PLAY)]


class TokenQuerySet(models.QuerySet["Token"]):
    def in_force(self, now: datetime) -> Self:
        return self.filter(expires_at__gt=now)


class Token(models.Model):
    """A token with which programs act for a player. Its text is shown once, and only a hash is stored."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("what it is for"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12, editable=False)
    scopes: models.JSONField[Any, Any] = models.JSONField(_("what it may do"), default=list)
    made_at = models.DateTimeField(_("made"))
    expires_at = models.DateTimeField(_("expires"))
    used_at = models.DateTimeField(_("last used"), null=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.player_id} {self.hint}"

    @property
    def permits(self) -> list[Scope]:
        """Return its scopes in the order in which pages list them."""
        return [scope for scope in Scope if scope.value in self.scopes]
