"""Personal data in tournaments, and what happens to it when an account is deleted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.personal.deletion import Obstacle, erases, finds_obstacles, leaves, names_of
from accounts.personal.holdings import Holding, Then, columns, exports, register
from common.errors import UserError
from games.models import Seat
from tournaments.base.locking import locked, write
from tournaments.base.permissions import organisers_of
from tournaments.life import entering
from tournaments.models import (
    Appeal,
    CalendarAddress,
    Call,
    Entry,
    EntryInvitation,
    HourProposal,
    Placing,
    Team,
    TeamInvitation,
    Tournament,
    TournamentQuerySet,
)
from tournaments.planning import plans
from tournaments.planning.series.repeating import stop_series

PLAYED_WITH_OTHERS = "The tournament belongs to all who played it; its results stay whole."
ANSWERS_FOR_IT = "Anyone who acted for a tournament stays accountable for it."
Status = Tournament.Status

register(
    Holding(Entry, "player", Then.KEPT, why=PLAYED_WITH_OTHERS, section="entries"),
    Holding(Tournament, "organiser", Then.KEPT, why=PLAYED_WITH_OTHERS, section="tournaments"),
    Holding(TeamInvitation, "player", Then.DELETED, section="team_invitations"),
    Holding(Tournament.helpers.through, "player", Then.DELETED, section="tournaments_helped_with"),
    Holding(CalendarAddress, "player", Then.DELETED, section="calendar"),
    Holding(Placing, "player", Then.DELETED, section="division_places"),
    Holding(HourProposal, "player", Then.DELETED, section="proposed_hours"),
    Holding(HourProposal.accepted.through, "player", Then.DELETED, section="accepted_hours"),
    Holding(Call, "player", Then.DELETED, section="calls_for_organisers"),
    Holding(Call, "answered_by", Then.KEPT, why=ANSWERS_FOR_IT, left_out="It is about somebody else."),
    Holding(EntryInvitation, "player", Then.DELETED, section="invitations_to_tournaments"),
    Holding(EntryInvitation, "by", Then.KEPT, why=ANSWERS_FOR_IT, left_out="It is about somebody else."),
    Holding(Appeal, "player", Then.DELETED, section="appeals_against_organisers"),
    Holding(Appeal, "decided_by", Then.KEPT, why=ANSWERS_FOR_IT, left_out="It is about somebody else."),
)

exports(
    "entries",
    columns(
        Entry, "player", "status", "presence", "checked_in_at", "entered_at", "contribution", "mailbox", "rating",
        "handicap",
        tournament="tournament__id", name="tournament__name", team="team__name",
    ),
)  # fmt: skip
exports("tournaments", columns(Tournament, "organiser", "id", "name", "description", "status", "starts_at"))
exports("tournaments_helped_with", columns(Tournament.helpers.through, "player", name="tournament__name"))
exports("team_invitations", columns(TeamInvitation, "player", "made_at", team="team__name"))
exports("calendar", columns(CalendarAddress, "player", "secret"))
exports("division_places", columns(Placing, "player", "mark", name="tournament__name"))
exports(
    "proposed_hours",
    columns(HourProposal, "player", "at", "made_at", "is_declined", name="board__round__tournament__name"),
)
exports("accepted_hours", columns(HourProposal.accepted.through, "player", at="hourproposal__at"))
exports(
    "invitations_to_tournaments",
    columns(EntryInvitation, "player", "invited_at", "answered_at", "answer", name="tournament__name"),
)
exports("calls_for_organisers", columns(Call, "player", "text", "called_at", "answered_at", "answer"))
exports("appeals_against_organisers", columns(Appeal, "player", "text", "made_at", "decided_at", "is_upheld", "reason"))


def _in_charge_of(player: Player) -> TournamentQuerySet:
    """Return the player's own tournaments that are not over, and those that a series will copy."""
    newest = Tournament.objects.filter(series=OuterRef("series")).order_by("-starts_at").values("pk")[:1]
    goes_on = Q(series__is_stopped=False, pk=Subquery(newest))
    own = Tournament.objects.filter(organiser=player)
    return own.filter(~Q(status__in=Tournament.OVER) | goes_on).order_by("starts_at", "pk")


def _successor(tournament: Tournament, player: Player) -> Player | None:
    """Return who takes the tournament over: a co-organiser, or else another organiser of the club."""
    able = Player.objects.filter(pk__in=organisers_of(tournament), is_active=True, deletion_due_at=None)
    able = able.exclude(pk=player.pk)
    return able.filter(helps_organise=tournament).order_by("pk").first() or able.order_by("pk").first()


@finds_obstacles
def organised_tournaments(player: Player) -> Iterator[Obstacle]:
    """Find tournaments that nobody else could run. Drafts are no obstacle: they are discarded."""
    for tournament in _in_charge_of(player).exclude(status__in=[Status.DRAFT, *Tournament.OVER]):
        if _successor(tournament, player) is None:
            sentence = _("You alone organise “%(tournament)s”: name a co-organiser, or cancel the tournament.")
            url = reverse("tournaments:control", args=[tournament.pk])
            yield Obstacle(sentence % {"tournament": tournament.name}, url)


@leaves
def withdraw(player: Player, now: datetime) -> None:
    """Withdraw the player from all tournaments; once the grace period is over, hand over those that they organise."""
    entries = Entry.objects.filter(player=player).exclude(status=Entry.Status.WITHDRAWN)
    for tournament_id in entries.exclude(tournament__status__in=Tournament.OVER).values_list("tournament", flat=True):
        try:
            entering.withdraw(tournament_id=tournament_id, player=player)
        except UserError as refusal:
            if refusal.code not in ("not-entered", "not-open"):  # it has just ended
                raise
    if player.deletion_due_at is not None and player.deletion_due_at <= now:
        for tournament in _in_charge_of(player):
            _hand_over(tournament.pk, player)


def _hand_over(tournament_id: str, player: Player) -> None:
    """Hand over a tournament; without a successor, discard it if it is a draft, otherwise end its series."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        successor = _successor(tournament, player)
        if successor is not None:
            write(tournament, organiser=successor)
            tournament.helpers.remove(successor)
            return
    if tournament.status == Status.DRAFT:
        plans.discard(tournament_id=tournament_id)
    elif tournament.series_id is not None:
        stop_series(series_id=tournament.series_id)


@erases
def names_in_results(player: Player, neutral: str) -> None:
    """Erase the mailbox digest, and the name in final standings, team names and seats taken over by bots."""
    entries = Entry.objects.filter(player=player)
    entries.exclude(mailbox="").update(mailbox="")
    for tournament in Tournament.objects.filter(pk__in=entries.values("tournament")).exclude(final=None):
        own = set(entries.filter(tournament=tournament).values_list("pk", flat=True))
        final = [row | {"name": neutral} if row["entry"] in own else row for row in tournament.final or []]
        if final != tournament.final:
            with transaction.atomic():
                write(locked(tournament.pk), final=final)
    for team in Team.objects.filter(members__in=entries).select_related("tournament"):
        if any(name.casefold() in team.name.casefold() for name in names_of(player)):
            _rename_team(team)
    tables = entries.exclude(places__board=None).values("places__board__table")
    Seat.objects.filter(player=None, table__in=tables, name__in=names_of(player)).update(name=neutral)


def _rename_team(team: Team) -> None:
    """Give the team a neutral name, as its own contains a player's name."""
    name = str(_("Team %(number)d")) % {"number": team.pk}
    Team.objects.filter(pk=team.pk).update(name=name)
    with transaction.atomic():
        tournament = locked(team.tournament_id)
        rows = [row | {"name": name} if row["team"] == team.pk else row for row in tournament.final_teams or []]
        write(tournament, **({"final_teams": rows} if tournament.final_teams is not None else {}))
