"""Exports: everything as JSON, the standings as CSV, all records as one archive (docs/exports.md)."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.models import Table
from games.records.export import record_of
from tournaments.base import texts
from tournaments.base.labels import tie_break_name
from tournaments.base.snapshot import played_scores
from tournaments.base.standings import standings_of
from tournaments.formats import SeatScore
from tournaments.life.teams.standings import team_standings_of
from tournaments.models import Board, Entry, Line, Place, Round, Tournament
from tournaments.pages.rounds import entries_of
from tournaments.terms import Terms

Json = dict[str, Any]

FORMAT = "boneyard-tournament/1"
MOST_RECORDS = 20_000
"""The most records in one archive; a round robin of 200 players has 19,900 matches."""
NOT_OF_THE_PLAN = {"name", "description", "starts_at", "holds_seatings", "expected"}
HOUSE = ("deals by the house", "points by the house")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"-?[0-9.,½]+")


def tournament_json(tournament: Tournament) -> Json:
    """Return all that is public now; of running tables, only who sits there."""
    entries = entries_of(tournament)
    return {
        "format": FORMAT,
        "id": tournament.pk,
        "name": tournament.name,
        "description": tournament.description,
        "club": tournament.club.slug if tournament.club else None,
        "organiser": tournament.organiser.username,
        "division": _division(tournament),
        "status": tournament.status,
        "plan": plan_json(tournament.terms),
        "starts_at": tournament.starts_at.isoformat(),
        "started_at": _iso(tournament.started_at),
        "finished_at": _iso(tournament.finished_at),
        "cancelled_because": tournament.cancelled_because,
        "anchor": tournament.chain.anchor if tournament.chain else None,
        "mixed_in": tournament.mixed_in,
        "entries": [entry_json(entry) for entry in entries.values()],
        "teams": teams_json(tournament, entries.values()),
        "rounds": rounds_json(tournament, {entry.pk: entry.name for entry in entries.values()}),
        "standings": standings_json(tournament),
        "team_standings": team_standings_json(tournament),
    }


def _division(tournament: Tournament) -> Json | None:
    """Return the league division of which this tournament is a season."""
    division = tournament.division
    if division is None:
        return None
    return {
        "league": division.league.name,
        "name": division.name,
        "rank": division.rank,
        "season": tournament.division_season,
    }


def plan_json(terms: Terms) -> Json:
    """Return the terms, without those that are exported elsewhere or concern only the organisers."""
    columns = {name: value for name, value in terms.columns.items() if name not in NOT_OF_THE_PLAN}
    return {**columns, "registration_at": terms.registration_at.isoformat()}


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def entry_json(entry: Entry) -> Json:
    return {
        "id": entry.pk,
        "name": entry.name,
        "bot": entry.bot,
        "is_bot": entry.is_bot,
        "status": entry.status,
        "seed": entry.seed,
        "first_round": entry.first_round,
        "rating": entry.rating,
        "handicap": entry.handicap,
        "entered_at": entry.entered_at.isoformat(),
        "contribution": entry.contribution,
    }


def teams_json(tournament: Tournament, entries: Iterable[Entry]) -> list[Json]:
    """Return the teams, each with its members in the order of its lines."""
    members = defaultdict(list)
    for entry in entries:
        if entry.team_id is not None and entry.line is not None:
            members[entry.team_id].append((entry.line, entry.pk))
    return [
        {"id": team.pk, "name": team.name, "members": [entry for _line, entry in sorted(members[team.pk])]}
        for team in (tournament.teams.order_by("made_at", "pk") if tournament.has_teams else ())
    ]


def rounds_json(tournament: Tournament, names: dict[int, str]) -> list[Json]:
    rounds = tournament.played_rounds.exclude(status=Round.Status.HELD).select_related("chain").order_by("number")
    places: defaultdict[int, list[Place]] = defaultdict(list)
    for place in Place.objects.filter(round__in=rounds).order_by("seat"):
        places[place.round_id].append(place)
    boards: defaultdict[int, list[Board]] = defaultdict(list)
    every = list(Board.objects.filter(round__in=rounds).select_related("round__tournament", "table").order_by("number"))
    for board in every:
        boards[board.round_id].append(board)
    played = played_scores([board for board in every if board.is_corrected])
    lines: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
    for line in Line.objects.filter(round__in=rounds).order_by("team", "number") if tournament.has_teams else ():
        lines[line.round_id].setdefault(line.team_id, []).append(line.entry_id)
    return [
        _round(one, tournament, boards[one.pk], places[one.pk], names, played)
        | {"line_ups": [{"team": team, "entries": entries} for team, entries in lines[one.pk].items()]}
        for one in rounds
    ]


def _round(
    round_: Round,
    tournament: Tournament,
    boards: list[Board],
    places: list[Place],
    names: dict[int, str],
    played: Mapping[int, Sequence[SeatScore]],
) -> Json:
    return {
        "number": round_.number,
        "status": round_.status,
        "started_at": _iso(round_.started_at),
        "finished_at": _iso(round_.finished_at),
        "anchor": round_.chain.anchor if round_.chain else None,
        "link": _link(round_, tournament),
        "tables": [
            _board(board, [one for one in places if one.board_id == board.pk], names, played.get(board.pk))
            for board in boards
        ],
        "byes": [{"entry": one.entry_id, "why": _said(one.why, names)} for one in places if one.board_id is None],
    }


def _link(round_: Round, tournament: Tournament) -> str | None:
    """Return the link of the chain from which a round's draw and its duplicate decks are derived; None until the round
    is over."""
    if tournament.chain is None or round_.status != Round.Status.FINISHED:
        return None
    return tournament.chain.link(round_.number).hex()


def _board(board: Board, places: list[Place], names: dict[int, str], played: Sequence[SeatScore] | None) -> Json:
    return {
        "number": board.number,
        "table": board.table_id,
        "is_done": board.is_done,
        "is_corrected": board.is_corrected,
        "corrected": _correction(places, played) if board.is_corrected and not board.round.is_sealed else None,
        "opens_at": _iso(board.opens_at),
        "hour_from": board.hour_from,
        "why": _said(board.why, names),
        "seats": [
            {"entry": place.entry_id, "score": None if board.round.is_sealed else place.score} for place in places
        ],
    }


def _correction(places: list[Place], played: Sequence[SeatScore] | None) -> Json:
    """Return the points as played, or None if the match was not finished, and the points that count instead."""
    return {
        "from": [score.points for score in played] if played else None,
        "to": [place.score["points"] for place in places if place.score],
    }


def _said(kept: list[Json], names: dict[int, str]) -> list[str]:
    return [texts.render(one, names) for one in texts.read(kept)]


def standings_json(tournament: Tournament) -> list[Json]:
    return [_standing(row) for row in standings_of(tournament)] if tournament.started_at else []


def team_standings_json(tournament: Tournament) -> list[Json]:
    return team_standings_of(tournament) if tournament.started_at else []


def _standing(row: Json) -> Json:
    keys = ["entry", "name", "is_bot", "rank", "score", "played", "by", "rounds", "is_withdrawn"]
    return {**{key: row[key] for key in keys}, "tie_breaks": dict(row["tie_breaks"]), "by_house": row.get("by_house")}


# --- CSV ---


def standings_csv(tournament: Tournament) -> str:
    rows = standings_of(tournament) if tournament.started_at else []
    tie_breaks = [slug for slug, _shown in rows[0]["tie_breaks"]] if rows else []
    rounds = max((len(row["rounds"]) for row in rows), default=0)
    teams = ["team"] if tournament.has_teams else []
    team_of = dict(tournament.entries.values_list("pk", "team__name")) if teams else {}
    handicaps = ["rating", "handicap"] if tournament.has_handicap else []
    handicap_of = {pk: both for pk, *both in tournament.entries.values_list("pk", *handicaps)} if handicaps else {}
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["rank", "name", "bot", *teams, *handicaps, "score", *map(tie_break_name, tie_breaks), "played", *HOUSE]
        + [f"{'table' if tournament.is_rolling else 'round'} {number}" for number in range(1, rounds + 1)]
    )
    for row in rows:
        figures = [shown for _slug, shown in row["tie_breaks"]]
        own = [team_of.get(row["entry"]) or ""] if teams else []
        own += ["" if one is None else one for one in handicap_of.get(row["entry"], [])]
        cells = [row["rank"], row["name"], "bot" if row["is_bot"] else "", *own, row["score"], *figures, row["played"]]
        house = row.get("by_house") or {"deals": "", "points": ""}
        cells += [house["deals"], house["points"], *row["rounds"]]
        writer.writerow([safe(str(cell)) for cell in cells])
    return out.getvalue()


def safe(cell: str) -> str:
    """Put an apostrophe before text that a spreadsheet would take for a formula; leave numbers alone."""
    if cell.startswith(FORMULA) and not NUMBER.fullmatch(cell):
        return f"'{cell}"
    return cell


# --- The archive ---


class _Outlet(io.RawIOBase):
    """A write-only stream that buffers the archive until `take` is called."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def take(self) -> bytes:
        taken = b"".join(self._pieces)
        self._pieces.clear()
        return taken


def records_zip(tournament: Tournament) -> Iterator[bytes]:
    """Yield an archive of the tournament and all public records, holding one record in memory at a time."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("tournament.json", json.dumps(tournament_json(tournament), indent=1))
        yield outlet.take()
        for number, board, table_id in _open_records(tournament):
            table = Table.objects.with_people().select_related("chain").get(pk=table_id)
            name = f"round-{number:02}/table-{board:03}-{table_id}.json"
            archive.writestr(name, json.dumps(record_of(table)))
            yield outlet.take()
    yield outlet.take()


def _open_records(tournament: Tournament) -> list[tuple[int, int, str]]:
    """Return round, table number and table id of finished tables that are not sealed."""
    boards = Board.objects.filter(
        round__tournament=tournament, table__status=Table.Status.FINISHED, table__is_sealed=False
    ).exclude(round__status=Round.Status.HELD)
    rows = boards.order_by("round__number", "number").values_list("round__number", "number", "table_id")
    return [(number, board, str(table_id)) for number, board, table_id in rows[:MOST_RECORDS]]
