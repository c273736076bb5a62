"""Chat lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from chat.phrases import PHRASES

if TYPE_CHECKING:
    from accounts.models import Player


class ChatLineQuerySet(models.QuerySet["ChatLine"]):
    def shown(self) -> ChatLineQuerySet:
        """Exclude hidden lines."""
        return self.filter(hidden_at=None)

    def shown_to(self, reader: Player | None) -> ChatLineQuerySet:
        """Exclude hidden lines, and shadowed ones unless the reader is the author."""
        return self.shown().filter(Q(is_shadowed=False) | Q(author=reader) if reader else Q(is_shadowed=False))


class ChatLine(models.Model):
    """A line that somebody wrote in a room. The room decides who may write and read (`chat.rooms`)."""

    room = models.CharField(_("room"), max_length=40)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+"
    )
    text = models.CharField(_("text"), max_length=500)
    # What was typed, if words in `text` are masked; for moderators only.
    original = models.CharField(_("as typed"), max_length=500, blank=True, default="", db_default="")
    # A ready-made phrase, which everyone reads in their own language; `text` has it in English.
    phrase = models.SlugField(_("phrase"), max_length=20, blank=True, default="", db_default="", db_index=False)
    said_at = models.DateTimeField(_("said"))
    hidden_at = models.DateTimeField(_("hidden"), null=True)
    # Written by a spammer, who is the only one to see it.
    is_shadowed = models.BooleanField(_("read by nobody else"), default=False, db_default=False)

    objects = ChatLineQuerySet.as_manager()

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["id"]
        indexes = [
            # a page with a chat: the last lines of its rooms
            models.Index(fields=["room", "-id"], name="chat_lines_of_room"),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.said_at:%H:%M}"

    @property
    def kind(self) -> str:
        """Return the kind of the line's room, such as "table"."""
        return self.room.partition(":")[0]

    @property
    def place(self) -> str:
        """Return the id of what the room belongs to, such as a table's."""
        return self.room.partition(":")[2]

    @property
    def sentence(self) -> str:
        """Return the line's text, or its phrase in the reader's language."""
        return str(PHRASES[self.phrase]) if self.phrase in PHRASES else self.text


class MutedRoom(models.Model):
    """A room that a player has muted."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(_("room"), max_length=40)

    class Meta:
        verbose_name = _("muted room")
        verbose_name_plural = _("muted rooms")
        constraints = [models.UniqueConstraint(fields=["player", "room"], name="player_mutes_a_room_once")]

    def __str__(self) -> str:
        return self.room


class SilenceQuerySet(models.QuerySet["Silence"]):
    def for_display(self) -> SilenceQuerySet:
        return self.select_related("player", "by").order_by("until")


class Silence(models.Model):
    """A decision, by those who run the place of a room, that a player may not write there for a time."""

    room = models.CharField(_("room"), max_length=40)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=200)

    objects = SilenceQuerySet.as_manager()

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")
        constraints = [models.UniqueConstraint(fields=["room", "player"], name="player_is_silenced_once_in_a_room")]

    def __str__(self) -> str:
        return f"{self.room} {self.player_id}"
