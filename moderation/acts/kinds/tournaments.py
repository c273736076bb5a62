"""Withdrawing an entry; cleaning, freezing and closing a tournament."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.roles import Severity
from accounts.standing import Moderator
from moderation.acts.base import ActKind, Details, no_such_subject
from moderation.models import Act, Case
from tournaments.control import moderating
from tournaments.control.actions.plan.cancel import Cancel
from tournaments.control.actions.players.remove import Remove
from tournaments.life import freezing
from tournaments.models import Team, Tournament


class WithdrawEntry(ActKind):
    slug = "withdraw-entry"
    label = _("Take out of the tournament")
    told = _("A moderator has taken you out of a tournament.")
    about = "tournament"
    is_done_to_player = True

    def find(self, act: Act) -> list[Player]:
        if act.player is None or tournament_of(act) is None:
            raise no_such_subject()
        if "undoes" not in act.details and moderating.entry_at(act.subject_id, act.player.pk) is None:
            raise no_such_subject()
        return [act.player]

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        assert act.player is not None
        entry = moderating.entry_at(act.subject_id, act.player.pk)
        assert entry is not None
        action = _TakeOut(entry=entry)
        line = action.carry_out(tournament_id=act.subject_id, by=by, reason=act.reason, now=now)
        return {"undoes": line.pk}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        moderating.undo(tournament_id=act.subject_id, line_id=act.details["undoes"], by=by, now=now)


class _TakeOut(Remove):
    """The removal of an entry without its own notice, as the player is told of the act."""

    tells_player = False


class OnTournament(ActKind):
    """An act on a tournament, of which its organiser is told."""

    about = "tournament"

    def find(self, act: Act) -> list[Player]:
        act.player = tournament_of(act).organiser
        return [act.player]


class RenameTournament(OnTournament):
    slug = "rename-tournament"
    label = _("Take the tournament's name away")
    told = _("A moderator has taken the name of your tournament away. You can choose another one.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return moderating.rewrite(tournament_id=act.subject_id, by=by, name=moderating.neutral_name(act.subject_id))

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        if tournament_of(act).name == moderating.neutral_name(act.subject_id):
            moderating.rewrite(tournament_id=act.subject_id, by=by, name=act.details["name"])


class RemoveTournamentText(OnTournament):
    slug = "clean-tournament"
    label = _("Remove the tournament's description")
    told = _("A moderator has removed the description of your tournament.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return moderating.rewrite(tournament_id=act.subject_id, by=by, description="")

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        if not tournament_of(act).description:
            moderating.rewrite(tournament_id=act.subject_id, by=by, description=act.details["description"])


class CleanSeries(OnTournament):
    """Removes the texts from all dates of a series, since the next date is created from the newest one."""

    slug = "clean-series"
    label = _("Remove name and description of the whole series")
    told = _("A moderator has removed the name and the description of all dates of your series. You can write others.")

    def check_fits(self, case: Case) -> None:
        if case.subject_kind == "tournament" and not _is_repeated(case.subject_id):
            raise no_such_subject()

    def find(self, act: Act) -> list[Player]:
        if not _is_repeated(act.subject_id):
            raise no_such_subject()
        return super().find(act)

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return {"texts": moderating.clean_series(tournament_id=act.subject_id, by=by)}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        moderating.restore_series(by=by, texts=act.details["texts"])


def _is_repeated(tournament_id: str) -> bool:
    return Tournament.objects.filter(pk=tournament_id, series__isnull=False).exists()


class RenameTeams(OnTournament):
    slug = "rename-teams"
    label = _("Take the names of its teams away")
    told = _("A moderator has taken the names of the teams in your tournament away. You can give them others.")

    def check_fits(self, case: Case) -> None:
        if case.subject_kind == "tournament" and not Team.objects.filter(tournament=case.subject_id).exists():
            raise no_such_subject()

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        return {"names": moderating.remove_team_names(tournament_id=act.subject_id, by=by)}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        moderating.restore_team_names(tournament_id=act.subject_id, by=by, names=act.details["names"])


class FreezeTournament(OnTournament):
    slug = "freeze-tournament"
    label = _("Freeze the tournament")
    told = _("A moderator has frozen your tournament: nothing happens in it for now.")

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        freezing.freeze(tournament_id=act.subject_id, by=by, now=now)
        return {}

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        freezing.thaw(tournament_id=act.subject_id, by=by, now=now)


class CloseTournament(OnTournament):
    slug = "close-tournament"
    label = _("Cancel the tournament")
    told = _("A moderator has cancelled your tournament.")
    severity = Severity.SEVERE
    can_be_lifted = False

    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        Cancel().carry_out(tournament_id=act.subject_id, by=by, reason=act.reason, now=now)
        return {}


def tournament_of(act: Act) -> Tournament:
    """Return the tournament that an act is about. Raises UserError (no-such-subject)."""
    tournament = Tournament.objects.filter(pk=act.subject_id).select_related("organiser").first()
    if tournament is None:
        raise no_such_subject()
    return tournament
