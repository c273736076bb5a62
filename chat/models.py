"""What is stored of what people say."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ChatLineQuerySet(models.QuerySet["ChatLine"]):
    def shown(self) -> ChatLineQuerySet:
        """Return what readers may see: all that has not been hidden."""
        return self.filter(hidden_at=None)


class ChatLine(models.Model):
    """A line that somebody said in a room. What may be said and read there is up to the room (`chat.rooms`)."""

    room = models.CharField(_("room"), max_length=40)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+"
    )
    text = models.CharField(_("text"), max_length=500)
    said_at = models.DateTimeField(_("said"))
    hidden_at = models.DateTimeField(_("hidden"), null=True)

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
        """The kind of its room, such as "table"."""
        return self.room.partition(":")[0]

    @property
    def place(self) -> str:
        """What its room belongs to, such as a table's id."""
        return self.room.partition(":")[2]
