"""Entries of tournaments."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import bot_levels
from tournaments.models.teams import Team
from tournaments.models.tournament import Tournament


def signed(points: int) -> str:
    """Return handicap points with their sign: "+4", "-2", "0"."""
    return f"{points:+d}" if points else "0"


class EntryQuerySet(models.QuerySet["Entry"]):
    def to_check_in(self) -> EntryQuerySet:
        """Filter entries, also on the waiting list, that have not checked in although check-in is open."""
        missing = self.filter(tournament__status=Tournament.Status.CHECK_IN, checked_in_at=None)
        return missing.exclude(status=Entry.Status.WITHDRAWN)


class Entry(models.Model):
    """A player's or a bot's entry in a tournament."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Presence(models.TextChoices):
        HERE = "here", _("here")
        RESTING = "resting", _("sits out")
        ABSENT = "absent", _("absent")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="entries"
    )
    bot = models.CharField(_("bot"), max_length=8, choices=bot_levels, blank=True)
    bot_name = models.CharField(_("the bot's name"), max_length=40, blank=True)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.ENTERED)
    presence = models.CharField(_("presence"), max_length=7, choices=Presence, default=Presence.HERE)
    checked_in_at = models.DateTimeField(_("checked in"), null=True)
    seed = models.PositiveIntegerField(_("seed"), default=0, help_text=_("0 until the start"))
    # In a round robin: whether the entry was added so that nobody else has a bye.
    fills_gap = models.BooleanField(_("plays instead of the byes"), default=False, db_default=False)
    # The first round that the entry could play: above 1 if it came late.
    first_round = models.PositiveSmallIntegerField(_("first round"), default=1, db_default=1)
    # As of the start, or of the first seating of a late entry; `handicap` is null until then, and if there is none.
    rating = models.IntegerField(_("rating at the start"), null=True, editable=False)
    handicap = models.SmallIntegerField(_("handicap"), null=True, editable=False)
    contribution = models.CharField(_("contribution to the shuffle"), max_length=32, blank=True)
    # Only with duplicate decks: identifies accounts with the same mailbox (`addresses.mailbox_of`).
    mailbox = models.CharField(max_length=64, blank=True, editable=False)
    entered_at = models.DateTimeField(_("entered at"))
    free_since = models.DateTimeField(_("waits for a table since"), null=True, editable=False)
    """Only used at rolling tables that are filled up with bots."""
    kept_apart: models.ManyToManyField[Entry, Any] = models.ManyToManyField(
        "self", verbose_name=_("not to be seated with"), blank=True
    )

    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="members")
    line = models.PositiveSmallIntegerField(_("line"), null=True, blank=True)
    """The number within the team: lines up to the tournament's `team_size` play, higher ones are reserves."""
    is_captain = models.BooleanField(_("captain"), default=False, db_default=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "entered_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_enters_once"),
            models.UniqueConstraint(
                fields=["tournament", "mailbox"], condition=~Q(mailbox=""), name="mailbox_enters_duplicate_once"
            ),
            models.UniqueConstraint(fields=["team", "line"], name="line_of_a_team_is_held_once"),
            models.UniqueConstraint(fields=["team"], condition=Q(is_captain=True), name="team_has_one_captain"),
            models.CheckConstraint(
                name="entry_is_a_players_or_a_bots",
                condition=Q(player__isnull=False, bot="") | (Q(player__isnull=True) & ~Q(bot="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def person(self) -> Player | str:
        """Return the player, or the name of a bot, for the log, which refers to players by id."""
        return self.player or self.bot_name

    @property
    def is_bot(self) -> bool:
        """Return whether a bot plays, either one of the site's own or one that belongs to a player."""
        return bool(self.bot) or (self.player is not None and self.player.is_bot)

    @property
    def handicap_shown(self) -> str:
        """Return the handicap with its sign; empty until it is fixed, and if there is none."""
        return "" if self.handicap is None else signed(self.handicap)

    @property
    def name(self) -> str:
        return self.player.username if self.player else self.bot_name

    @property
    def marked_name(self) -> str:
        """Return the name, with bots marked as such in the reader's language."""
        return f"{self.name} ({gettext('bot')})" if self.is_bot else self.name

    @property
    def name_on_paper(self) -> str:
        """Return the marked name with the handicap, if there is one: "Anna +4"."""
        return f"{self.marked_name} {self.handicap_shown}" if self.handicap else self.marked_name
