"""Ratings, the matches from which they are calculated, and how far those have been counted."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Table, games_played
from ratings.skill import is_provisional, number_of


class Rating(models.Model):
    """A player's rating in a game, copied from the last of their rated seats."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.CASCADE, related_name="ratings"
    )
    game = models.CharField(_("game"), max_length=20, choices=games_played)
    mu = models.FloatField(_("estimate"))
    sigma = models.FloatField(_("uncertainty"))
    matches = models.PositiveIntegerField(_("rated matches"))
    rated_at = models.DateTimeField(_("last rated match"))

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ["game", "-mu", "player"]
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="player_has_one_rating_in_a_game")]

    def __str__(self) -> str:
        return f"{self.player} {self.game} {self.number}"

    @property
    def number(self) -> int:
        return number_of(self.mu)

    @property
    def is_provisional(self) -> bool:
        return is_provisional(self.matches)


class RatedMatch(models.Model):
    """A match that counts for ratings."""

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.CASCADE, related_name="rated")
    game = models.CharField(_("game"), max_length=20, choices=games_played)
    finished_at = models.DateTimeField(_("finished"))

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")

    def __str__(self) -> str:
        return str(self.table_id)


class RatedSeat(models.Model):
    """A player's place among the people of a rated match, and their rating after it. `number` counts their matches."""

    match = models.ForeignKey(RatedMatch, verbose_name=_("match"), on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+"
    )
    game = models.CharField(_("game"), max_length=20, choices=games_played)
    finished_at = models.DateTimeField(_("finished"))
    place = models.PositiveSmallIntegerField(_("place"))
    of = models.PositiveSmallIntegerField(_("people"))
    mu_before = models.FloatField(_("estimate before"))
    mu = models.FloatField(_("estimate"))
    sigma = models.FloatField(_("uncertainty"))
    number = models.PositiveIntegerField(_("rated matches"))

    class Meta:
        verbose_name = _("rated seat")
        verbose_name_plural = _("rated seats")
        ordering = ["-finished_at", "-match"]
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="player_is_rated_once_in_a_match")]
        indexes = [
            # the last rated seat of a player before a match, and the newest ones for the profile
            models.Index(fields=["player", "game", "-finished_at", "-match"], name="rated_seats_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player}"

    @property
    def change(self) -> int:
        """Return by how many points the match changed the rating."""
        return number_of(self.mu) - number_of(self.mu_before)

    @property
    def signed_change(self) -> str:
        return f"{self.change:+d}" if self.change else "0"

    @property
    def before(self) -> int:
        return number_of(self.mu_before)

    @property
    def after(self) -> int:
        return number_of(self.mu)

    @property
    def rating(self) -> Rating:
        """Return the player's rating after the match, which is not saved."""
        return Rating(
            player_id=self.player_id,
            game=self.game,
            mu=self.mu,
            sigma=self.sigma,
            matches=self.number,
            rated_at=self.finished_at,
        )


class Counted(models.Model):
    """How far the matches of a game are counted, in the order in which they finished.

    `redo_from` is set if a match that was counted has changed: all matches from that time on are counted again.
    """

    game = models.CharField(_("game"), max_length=20, primary_key=True)
    finished_at = models.DateTimeField(null=True)
    table = models.CharField(max_length=10, blank=True)
    redo_from = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="counted_up_to_a_table", condition=Q(finished_at__isnull=False) | Q(table=""))
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.finished_at} {self.table}"
