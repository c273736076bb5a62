"""What programs can do for their players: the same as the buttons on the pages, by the same services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Field, Router, Schema, Status

from accounts.models import Player
from api.models import Scope
from api.rest import tables
from api.rest.base.asking import Holder, Request
from api.rest.base.parts import Json, link_to
from api.rest.clubs import Address
from api.rest.tables import ShownTable, TableId
from api.rest.tournaments import TournamentId
from clubs import services as clubs
from clubs.models import Club
from clubs.services.joining import LONGEST_LINE
from common.addresses import outside_address_of
from common.errors import UserError
from common.limits import is_within
from games import services as games
from games.models import Table, bot_levels
from games.pages.forms import SECONDS
from games.rules import GAMES
from games.services.opening import MOST_SEATS
from games.views.access import check_may_open
from tournaments.base.permissions import visible_to
from tournaments.inviting import inviting
from tournaments.life import entering
from tournaments.models import Entry, Tournament

NO_NUL = r"^[^\x00]*$"
Text = Annotated[str, Field(max_length=LONGEST_LINE, pattern=NO_NUL)]
Code = Annotated[str, Field(max_length=64, pattern=r"^[!-~]*$")]
NOTHING = {204: None}

at_tables = Router(tags=["tables"], auth=Holder(Scope.TABLES))
at_tournaments = Router(tags=["tournaments"], auth=Holder(Scope.TOURNAMENTS))
at_clubs = Router(tags=["clubs"], auth=Holder(Scope.CLUBS))


# --- Tables ---


class Opening(Schema):
    """A table to open, on whose first free seat you sit down."""

    game: Annotated[str, Field(max_length=20, description="chicken-foot, two-step or kardinal.")]
    options: Annotated[Json, Field(description="Options that are left out have their defaults.")] = {}
    seats: Annotated[
        list[Annotated[str, Field(max_length=8)]],
        Field(
            max_length=MOST_SEATS,
            description="For each seat a bot's level (`easy`, `medium`, `strong`, and `master` where a move may take "
            "30 seconds), or empty for a player.",
        ),
    ] = ["", ""]
    seconds: Annotated[int, Field(description="The time for a move.")] = 60
    visibility: Literal["public", "invited", "club"] = "public"
    club: Annotated[str, Field(max_length=60, pattern=NO_NUL, description="The club whose members may join.")] = ""
    admits_bots: Annotated[bool, Field(description="Whether bots of players may sit down.")] = False


class Joining(Schema):
    invitation: Annotated[Code, Field(description="The parameter `invitation` of a table's invitation link.")] = ""
    seat: Annotated[int | None, Field(ge=0, le=MOST_SEATS)] = None


class OwnTable(ShownTable):
    invitation: str | None = Field(description="The invitation link, for the owner of a table by invitation.")


def _own(request: Request, table_id: str) -> dict[str, Any]:
    table = Table.objects.with_people().get(pk=table_id)
    is_host = table.owner_id == request.auth.actor.pk and table.is_private
    return tables.shown(table) | {
        "invitation": f"{link_to(table)}?invitation={table.invitation}" if is_host else None,
    }


def _table(request: Request, table_id: str, invitation: str = "") -> Table:
    """Return a table that the player may see, if need be by an invitation."""
    invited = Table.objects.filter(pk=table_id, invitation=invitation).values_list("pk", flat=True)
    return get_object_or_404(Table.objects.watchable_by(request.auth.actor, invited), pk=table_id)


@tables.router.post("", response=OwnTable, summary="Open a table", auth=Holder(Scope.TABLES))
def open_table(request: Request, opening: Opening) -> dict[str, Any]:
    """Open a table and sit down. To challenge somebody, open one by invitation and send them its link."""
    player = request.auth.actor
    if opening.game not in GAMES:
        raise UserError("bad-options", "There is no such game.")
    if opening.seconds not in SECONDS:
        raise UserError("bad-options", f"The seconds for a move can be: {', '.join(map(str, SECONDS))}.")
    if not {*opening.seats} <= {"", *(level for level, _name in bot_levels())}:
        raise UserError("bad-seats", "A seat is for a player, or for a bot of an existing level.")
    check_may_open(request, player)
    table = games.open_table(
        owner=player,
        game=opening.game,
        options=opening.options,
        bots=opening.seats,
        seconds=opening.seconds,
        visibility=opening.visibility,
        club=_own_club(player, opening),
        admits_bots=opening.admits_bots,
        address=outside_address_of(request),
    )
    return _own(request, table.pk)


def _own_club(player: Player, opening: Opening) -> Club | None:
    """Return the club if the table is for members of one. Raises UserError (not-a-member)."""
    if opening.visibility != "club":
        return None
    club = Club.objects.alive().of(player).filter(slug=opening.club).first()
    if club is None:
        raise UserError("not-a-member", "You are not a member of a club with this address.")
    return club


@at_tables.post("/{table_id}/join", response=OwnTable, summary="Sit down at an open table")
def join_table(request: Request, table_id: TableId, joining: Joining) -> dict[str, Any]:
    table = _table(request, table_id, joining.invitation)
    games.join(
        table_id=table.pk,
        player=request.auth.actor,
        invitation=joining.invitation,
        seat=joining.seat,
        address=outside_address_of(request),
    )
    return _own(request, table.pk)


@at_tables.post("/{table_id}/get-up", response=NOTHING, summary="Get up before the match starts")
def get_up(request: Request, table_id: TableId) -> Status:
    games.leave(table_id=_table(request, table_id).pk, player=request.auth.actor)
    return Status(204, None)


@at_tables.post("/{table_id}/start", response=OwnTable, summary="Start your table now, with bots on free seats")
def start_table(request: Request, table_id: TableId) -> dict[str, Any]:
    games.start_early(table_id=_table(request, table_id).pk, player=request.auth.actor)
    return _own(request, table_id)


@at_tables.post("/{table_id}/close", response=NOTHING, summary="Close your table before the match starts")
def close_table(request: Request, table_id: TableId) -> Status:
    games.close(table_id=_table(request, table_id).pk, by=request.auth.actor)
    return Status(204, None)


@at_tables.post("/{table_id}/leave", response=NOTHING, summary="Leave a running match for good")
def leave_table(request: Request, table_id: TableId) -> Status:
    games.leave_for_good(table_id=_table(request, table_id).pk, player_id=request.auth.actor.pk)
    return Status(204, None)


# --- Tournaments ---


class Accepting(Schema):
    contribution: Annotated[Code, Field(description="16 bytes as hex for the shuffle; by default random ones.")] = ""


class Entering(Accepting):
    checks_in: Annotated[bool, Field(description="Whether to check in as well, if the check-in is open.")] = False


class OwnEntry(Schema):
    id: int
    status: Literal["entered", "waiting", "withdrawn"]
    presence: str
    is_checked_in: bool


def _entry(request: Request, tournament_id: str, act: Callable[[Tournament, Player], object]) -> dict[str, Any]:
    """Call `act`, and return the player's entry."""
    player = request.auth.actor
    tournament = get_object_or_404(visible_to(player), pk=tournament_id)
    act(tournament, player)
    return own_entry(tournament.pk, player)


def own_entry(tournament_id: str, player: Player) -> dict[str, Any]:
    entry = Entry.objects.get(tournament=tournament_id, player=player)
    return {
        "id": entry.pk,
        "status": entry.status,
        "presence": entry.presence,
        "is_checked_in": entry.checked_in_at is not None,
    }


@at_tournaments.post("/{tournament_id}/enter", response=OwnEntry, summary="Enter a tournament")
def enter(request: Request, tournament_id: TournamentId, entry: Entering) -> dict[str, Any]:
    """Enter, or join the waiting list if there is no free place. Entering again changes nothing."""

    def act(tournament: Tournament, player: Player) -> None:
        made = entering.enter(tournament_id=tournament.pk, player=player, contribution=entry.contribution)
        if entry.checks_in and made.status == Entry.Status.ENTERED and made.checked_in_at is None:
            _check_in_if_open(tournament, player)

    return _entry(request, tournament_id, act)


def _check_in_if_open(tournament: Tournament, player: Player) -> None:
    try:
        entering.check_in(tournament_id=tournament.pk, player=player)
    except UserError as refused:
        if refused.code != "not-open":
            raise


@at_tournaments.post("/{tournament_id}/accept", response=OwnEntry, summary="Accept an invitation, which enters you")
def accept_invitation(request: Request, tournament_id: TournamentId, entry: Accepting) -> dict[str, Any]:
    """Accept an invitation of the organisers and enter, even if all places are taken."""

    def act(tournament: Tournament, player: Player) -> None:
        inviting.accept(tournament_id=tournament.pk, player=player, contribution=entry.contribution)

    return _entry(request, tournament_id, act)


@at_tournaments.post("/{tournament_id}/decline", response=NOTHING, summary="Decline an invitation")
def decline_invitation(request: Request, tournament_id: TournamentId) -> Status:
    player = request.auth.actor
    tournament = get_object_or_404(visible_to(player), pk=tournament_id)
    inviting.decline(tournament_id=tournament.pk, player=player)
    return Status(204, None)


@at_tournaments.post("/{tournament_id}/withdraw", response=OwnEntry, summary="Withdraw from a tournament")
def withdraw(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    return _entry(request, tournament_id, lambda event, me: entering.withdraw(tournament_id=event.pk, player=me))


@at_tournaments.post("/{tournament_id}/check-in", response=OwnEntry, summary="Check in")
def check_in(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    return _entry(request, tournament_id, lambda event, me: entering.check_in(tournament_id=event.pk, player=me))


@at_tournaments.post("/{tournament_id}/sit-out", response=OwnEntry, summary="Sit out from the next round on")
def sit_out(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    return _entry(request, tournament_id, lambda event, me: entering.sit_out(tournament_id=event.pk, player=me))


@at_tournaments.post("/{tournament_id}/come-back", response=OwnEntry, summary="Be seated again from the next round on")
def come_back(request: Request, tournament_id: TournamentId) -> dict[str, Any]:
    return _entry(request, tournament_id, lambda event, me: entering.come_back(tournament_id=event.pk, player=me))


# --- Clubs ---


class Asking(Schema):
    line: Annotated[Text, Field(description="A message to the officers.")] = ""


def _club(request: Request, slug: str) -> tuple[int, Player]:
    """Return a club's id and the player. Counts against the player's rate limit for clubs."""
    player = request.auth.actor
    if not is_within("clubs", player_id=player.pk):
        raise UserError("too-often", "Too many requests; nothing was done. Wait a minute.")
    return get_object_or_404(Club.objects.alive(), slug=slug).pk, player


@at_clubs.post("/{slug}/join", response=NOTHING, summary="Join an open club")
def join_club(request: Request, slug: Address) -> Status:
    club_id, player = _club(request, slug)
    clubs.join(club_id=club_id, player=player, now=timezone.now())
    return Status(204, None)


@at_clubs.post("/{slug}/ask", response=NOTHING, summary="Ask to join a club")
def ask_to_join(request: Request, slug: Address, asked: Asking) -> Status:
    club_id, player = _club(request, slug)
    clubs.ask(club_id=club_id, player=player, now=timezone.now(), text=asked.line)
    return Status(204, None)


@at_clubs.post("/{slug}/withdraw", response=NOTHING, summary="Withdraw your request to join")
def withdraw_request(request: Request, slug: Address) -> Status:
    club_id, player = _club(request, slug)
    clubs.withdraw(club_id=club_id, player=player, now=timezone.now())
    return Status(204, None)


@at_clubs.post("/{slug}/leave", response=NOTHING, summary="Leave a club")
def leave_club(request: Request, slug: Address) -> Status:
    club_id, player = _club(request, slug)
    clubs.leave(club_id=club_id, player=player, now=timezone.now())
    return Status(204, None)
