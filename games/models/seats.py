"""The seats of a table, and who has played for them."""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.errors import UserError


def bot_levels() -> list[tuple[str, str | Promise]]:
    """Return the levels of bots at tables. A function, so that the choices do not end up in migrations."""
    return list(Seat.Bot.choices)


MASTER_SECONDS = 30
"""The least time per move at a table where master bots may play."""


def check_pace(seconds: int, levels: Collection[str]) -> None:
    """Raise UserError (bad-seats) unless bots of these levels may play where a move may take `seconds`."""
    if seconds < MASTER_SECONDS and Seat.Bot.MASTER in levels:
        sentence = _("A master bot only plays where a move may take %(seconds)d seconds or more.")
        raise UserError("bad-seats", sentence % {"seconds": MASTER_SECONDS})


LEVELS_MEAN = _(
    "One against one, a medium bot wins 7 of 10 matches or more against an easy one. A strong bot thinks ahead: "
    "against a medium one it wins 9 of 10 in Chicken Foot, and 2 of 3 in the other games. A master bot thinks four "
    "times as long."
)
"""What the levels mean, shown where a level is chosen; bench/strength.md has the measured shares."""


class Seat(models.Model):
    """A seat at a table, taken by a player or a bot; free if both are empty."""

    class Bot(models.TextChoices):
        EASY = "easy", _("easy bot")
        MEDIUM = "medium", _("medium bot")
        STRONG = "strong", _("strong bot")
        MASTER = "master", _("master bot")

        @classmethod
        def at_pace(cls, seconds: int) -> list[tuple[str, str | Promise]]:
            """Return the levels, with their names, for a table where a move may take `seconds`."""
            return [(level, name) for level, name in cls.choices if seconds >= MASTER_SECONDS or level != cls.MASTER]

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(_("bot"), max_length=8, choices=bot_levels, blank=True)
    name = models.CharField(_("the bot's name"), max_length=40, blank=True)
    house_bytes = models.CharField(_("the house's bytes, published at opening"), max_length=32, editable=False)
    contribution = models.CharField(_("contribution to the shuffle"), max_length=32)
    contributed = models.BooleanField(_("contributed by the player"), default=False)
    missed = models.PositiveSmallIntegerField(_("moves missed in a row"), default=0)
    away = models.BooleanField(_("away"), default=False)
    left = models.BooleanField(_("left for good"), default=False)
    ready = models.PositiveSmallIntegerField(_("ready after deal"), default=0)
    connection = models.CharField(_("sits down from"), max_length=16, blank=True, editable=False)
    """A keyed hash of the player's IP address, which only reveals whether another seat of this table has the same
    one."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once_per_table"),
            models.UniqueConstraint(fields=["table", "player"], name="player_sits_once_at_a_table"),
            models.CheckConstraint(name="seat_is_a_players_or_a_bots", condition=Q(player__isnull=True) | Q(bot="")),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number}"

    @property
    def is_free(self) -> bool:
        return self.player_id is None and not self.bot


class SeatStay(models.Model):
    """A record of who played for a seat, and from which ply. It is kept when somebody else takes over the seat.

    Without `player` it was the house or a bot; `until_ply` is the first ply that was not theirs, None if they still
    play or played to the end.
    """

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="stays")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    bot = models.CharField(_("bot"), max_length=8, blank=True)
    from_ply = models.PositiveIntegerField(_("from ply"))
    until_ply = models.PositiveIntegerField(_("until ply"), null=True)

    class Meta:
        verbose_name = _("stay at a seat")
        verbose_name_plural = _("stays at seats")
        ordering = ["table", "seat", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(until_ply=None), name="one_stay_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat} {self.from_ply}"


class Removal(models.Model):
    """A player whom the owner has removed from an open table, and who may not sit down there again."""

    table = models.ForeignKey("games.Table", on_delete=models.CASCADE, related_name="removals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="player_is_removed_once")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.player_id}"
