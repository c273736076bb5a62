"""Teams, and invitations to join them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

LONGEST_NAME = 40


class Team(models.Model):
    """A team in a tournament. Its members are entries, numbered by `line`; the highest numbers are reserves."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["tournament", "made_at", "id"]
        constraints = [models.UniqueConstraint("tournament", Lower("name"), name="team_has_a_name_of_its_own")]

    def __str__(self) -> str:
        return self.name


class TeamInvitation(models.Model):
    """A captain's invitation to join a team; deleted when it is answered or the tournament begins."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="team_invitations")
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("invitation to a team")
        verbose_name_plural = _("invitations to teams")
        ordering = ["team", "made_at", "id"]
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="player_is_invited_to_a_team_once")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.player_id}"
