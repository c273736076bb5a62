"""Notices of changes by organisers: to the plan, a table, a result, a seat, a pause. Each is sent once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from accounts.notices import At, Gap, Group, Kind, expect, register
from tournaments.base.permissions import organises_any
from tournaments.models import Board, Entry, Round, Tournament
from tournaments.notices.telling import players_of, tell, tell_organisers

START_MOVED = register(
    Kind(
        slug="tournament-start-moved",
        label=_("The start of a tournament of mine has been moved"),
        sentence=_("{tournament} now starts on {starts_at}, not on {before}."),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
PLAN_CHANGED = register(
    Kind(
        slug="tournament-plan-changed",
        label=_("The plan of a tournament of mine has changed"),
        sentence=_("The plan of {tournament} has changed: {changes}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
TAKEN_OUT = register(
    Kind(
        slug="tournament-taken-out",
        label=_("Organisers have taken me out of a tournament"),
        sentence=_("{tournament}: the organisers have taken you out. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
PUT_BACK = register(
    Kind(
        slug="tournament-put-back",
        label=_("Organisers have put me back in a tournament"),
        sentence=_("{tournament}: the organisers have put you back in. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
MARKED_ABSENT = register(
    Kind(
        slug="tournament-marked-absent",
        label=_("Organisers have marked me as absent"),
        sentence=_("{tournament}: the organisers have marked you as absent. Say when you are back. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
MARKED_HERE = register(
    Kind(
        slug="tournament-marked-here",
        label=_("Organisers have marked me as here again"),
        sentence=_("{tournament}: for the organisers you are here again, and no longer absent."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
ANNULLED = register(
    Kind(
        slug="tournament-annulled",
        label=_("A match of mine was annulled"),
        sentence=_("{tournament}, round {round}: your match was annulled and is played again. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
COUNTS_AGAIN = register(
    Kind(
        slug="tournament-counts-again",
        label=_("A match of mine that was annulled counts again"),
        sentence=_("{tournament}, round {round}: your first match counts after all, with {after}. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
NEW_TILES = register(
    Kind(
        slug="tournament-new-tiles",
        label=_("A match of mine is played again with new tiles"),
        sentence=_(
            "{tournament}, round {round}: your match is played again. The site had to go back to an earlier state, and "
            "would have dealt tiles that are known already."
        ),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
CORRECTED = register(
    Kind(
        slug="tournament-corrected",
        label=_("A result of mine was corrected"),
        sentence=_("{tournament}, round {round}: your result was corrected from {before} to {after}. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
DOES_NOT_COUNT = register(
    Kind(
        slug="tournament-does-not-count",
        label=_("A match of mine does not count because somebody has left early"),
        sentence=_(
            "{tournament}, round {round}: {other} left before half of their matches were played, so your match with "
            "{other} counts for neither."
        ),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
REPLACED = register(
    Kind(
        slug="tournament-replaced",
        label=_("Somebody plays in my seat"),
        sentence=_(
            "{tournament}, round {round}: {other} plays on in your seat. Say when you are back. Reason: {reason}"
        ),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
REPLACED_BY_BOT = register(
    Kind(
        slug="tournament-replaced-by-bot",
        label=_("A bot plays in my seat"),
        sentence=_("{tournament}, round {round}: a bot plays on in your seat. Say when you are back. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
SEAT_TAKEN_OVER = register(
    Kind(
        slug="tournament-seat-taken-over",
        label=_("I take a seat over"),
        sentence=_("{tournament}, round {round}: you play on in the seat of {other}. Your table is ready."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
PLACE_TAKEN = register(
    Kind(
        slug="tournament-place-taken",
        label=_("Somebody has been given my place in a tournament"),
        sentence=_("{tournament}: you had not come to your table, and {other} plays in your place. You can be put in."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
PAUSED = register(
    Kind(
        slug="tournament-paused",
        label=_("A tournament of mine is paused"),
        sentence=_("{tournament} is paused, and all clocks stand still. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
GOES_ON = register(
    Kind(
        slug="tournament-goes-on",
        label=_("A tournament of mine goes on"),
        sentence=_("{tournament} goes on. The player on turn has the full time for the move again."),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
TABLE_STOPPED = register(
    Kind(
        slug="tournament-table-stopped",
        label=_("My table is stopped by the organisers"),
        sentence=_("{tournament}, round {round}: your table is stopped, and its clock stands still. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
TABLE_GOES_ON = register(
    Kind(
        slug="tournament-table-goes-on",
        label=_("My table goes on after it was stopped"),
        sentence=_(
            "{tournament}, round {round}: your table goes on. The player on turn has the full time for the move again."
        ),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
SUBSTITUTE_NEEDED = register(
    Kind(
        slug="tournament-substitute",
        label=_("A seat of my tournament needs a substitute"),
        sentence=_("{tournament}, round {round}, table {table}: {name} is away, and the house plays the seat."),
        group=Group.ORGANISING,
        by_mail=False,
        concerns=organises_any,
    )
)
LACKS_PLAYERS = register(
    Kind(
        slug="tournament-lacks-players",
        label=_("My tournament is about to end because too few players are present"),
        sentence=_(
            "{tournament}: too few players are present for round {round}. Unless that changes before it is due, the "
            "tournament ends. Mark players as here again, or pause it."
        ),
        group=Group.ORGANISING,
        by_mail=False,
        concerns=organises_any,
    )
)


def start_moved(tournament: Tournament, before: datetime) -> None:
    """Tell the players about a new start time; `before` is the old one."""
    tell(START_MOVED, tournament, players_of(tournament), key=_once(tournament), gaps={"before": At(before)})


def plan_changed(tournament: Tournament, players: Iterable[int], changes: str) -> None:
    """Tell players what changed; `changes` names old and new values in their language."""
    tell(PLAN_CHANGED, tournament, players, key=_once(tournament), gaps={"changes": changes})


def taken_out(tournament: Tournament, entry: Entry, reason: str) -> None:
    tell(TAKEN_OUT, tournament, [entry.player_id], key=_once(tournament), gaps={"reason": reason})


def put_back(tournament: Tournament, entry: Entry, reason: str) -> None:
    tell(PUT_BACK, tournament, [entry.player_id], key=_once(tournament), gaps={"reason": reason})


def marked_absent(tournament: Tournament, entry: Entry, reason: str) -> None:
    tell(MARKED_ABSENT, tournament, [entry.player_id], key=_once(tournament), gaps={"reason": reason})


def marked_here(tournament: Tournament, entry: Entry) -> None:
    tell(MARKED_HERE, tournament, [entry.player_id], key=_once(tournament))


def annulled(tournament: Tournament, board: Board, reason: str) -> None:
    _tell_table(ANNULLED, tournament, board, {"reason": reason})


def counts_again(tournament: Tournament, board: Board, after: str, reason: str) -> None:
    """Tell the players at a table that their annulled match counts again; `after` are the points of all seats."""
    _tell_table(COUNTS_AGAIN, tournament, board, {"after": after, "reason": reason})


def gets_new_tiles(tournament: Tournament, board: Board) -> None:
    _tell_table(NEW_TILES, tournament, board, {})


def corrected(tournament: Tournament, board: Board, before: str, after: str, reason: str) -> None:
    """Tell a table's players about a corrected result; `before` (may be empty) and `after` are all seats' points."""
    _tell_table(CORRECTED, tournament, board, {"before": before or "–", "after": after, "reason": reason})


def does_not_count(tournament: Tournament, board: Board, leaver: Entry) -> None:
    """Tell the opponents at a table that a match against `leaver`, or against the leaver's team, does not count."""
    gone, other = (leaver.team_id, leaver.team) if tournament.has_teams else (leaver.pk, leaver)
    entries = [place.entry for place in board.places.all()]
    players = [one.player_id for one in entries if (one.team_id if tournament.has_teams else one.pk) != gone]
    gaps: dict[str, Gap] = {"round": board.round.number, "other": other.name if other else ""}
    tell(DOES_NOT_COUNT, tournament, players, key=f"{_once(tournament)} {board.pk}", gaps=gaps)


def replaced(tournament: Tournament, board: Board, entry: Entry, other: str, reason: str) -> None:
    """Tell a player that `other` replaces them; `other` is empty for a bot."""
    gaps: dict[str, Gap] = {"round": board.round.number, "other": other, "reason": reason}
    tell(REPLACED if other else REPLACED_BY_BOT, tournament, [entry.player_id], key=_once(tournament), gaps=gaps)


def takes_over(tournament: Tournament, board: Board, entry: Entry, other: str) -> None:
    """Tell a player to play on in the seat of `other`."""
    gaps: dict[str, Gap] = {"round": board.round.number, "other": other}
    tell(SEAT_TAKEN_OVER, tournament, [entry.player_id], key=_once(tournament), gaps=gaps)
    expect([entry.player_id] if entry.player_id else [])


def place_taken(tournament: Tournament, board: Board, entry: Entry, other: str) -> None:
    """Tell a player who did not come to the table that `other` takes their place in the draw."""
    tell(PLACE_TAKEN, tournament, [entry.player_id], key=f"{_once(tournament)} {board.pk}", gaps={"other": other})


def paused(tournament: Tournament, reason: str) -> None:
    tell(PAUSED, tournament, players_of(tournament), key=_once(tournament), gaps={"reason": reason})
    expect(players_of(tournament))


def goes_on(tournament: Tournament) -> None:
    tell(GOES_ON, tournament, players_of(tournament), key=_once(tournament))
    expect(players_of(tournament))


def table_stopped(tournament: Tournament, board: Board, reason: str) -> None:
    _tell_table(TABLE_STOPPED, tournament, board, {"reason": reason})
    _expect_table(board)


def table_goes_on(tournament: Tournament, board: Board) -> None:
    _tell_table(TABLE_GOES_ON, tournament, board, {})
    _expect_table(board)


def substitute_needed(tournament: Tournament, round_: Round, board: Board, entry: Entry) -> None:
    """Tell the organisers, once per seat."""
    tell_organisers(
        SUBSTITUTE_NEEDED,
        tournament,
        key=f"{tournament.pk} {board.table_id} {entry.pk}",
        round=round_.number,
        table=board.number,
        name=entry.name,
    )


def too_few_players(tournament: Tournament, round_number: int) -> None:
    """Tell the organisers, once per round."""
    tell_organisers(LACKS_PLAYERS, tournament, key=f"{tournament.pk} {round_number}", round=round_number)


def _tell_table(kind: Kind, tournament: Tournament, board: Board, gaps: dict[str, Gap]) -> None:
    players = board.places.values_list("entry__player", flat=True)
    tell(kind, tournament, players, key=f"{_once(tournament)} {board.pk}", gaps={"round": board.round.number, **gaps})


def _expect_table(board: Board) -> None:
    players = board.places.filter(entry__player__isnull=False)
    expect([player for player in players.values_list("entry__player", flat=True) if player])


def _once(tournament: Tournament) -> str:
    """Return a key for this change, which has its own version of the tournament."""
    return f"{tournament.pk} {tournament.version}"
