"""A tournament as its format sees it, read from the database with a constant number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.standing import pairs_apart
from games.models import Deal, Move, Table
from games.state.stored import StoredMatch, read_packed_matches
from tournaments.formats import (
    FORMATS,
    Entrant,
    Event,
    Format,
    PlayedRound,
    PlayedTable,
    SeatScore,
    Team,
)
from tournaments.models import Board, Entry, Line, Place, Round, Tournament

UNCHOSEN = ("draw", "pass", "end")
"""Moves that do not show who played: the site makes them for anyone who has no other."""


def format_of(tournament: Tournament) -> Format:
    return FORMATS[tournament.format]


def event_of(tournament: Tournament) -> Event:
    """Return the event with all rounds, including a running one but not one that is held back."""
    rounds = list(tournament.played_rounds.exclude(status=Round.Status.HELD).order_by("number"))
    places = defaultdict(list)
    for place in Place.objects.filter(round__in=rounds).select_related("board").order_by("board__number", "seat"):
        places[place.round_id].append(place)
    lines = _line_ups(tournament)
    return Event(
        tournament.terms.plan,
        tuple(_entrant(entry) for entry in seeded(tournament)),
        tuple(_round(one.number, places[one.pk], lines.get(one.pk, {})) for one in rounds),
        teams=_teams(tournament),
    )


def played_round(round_: Round) -> PlayedRound:
    """Return a round as its format sees it, without the results if it is sealed."""
    places = Place.objects.filter(round=round_).select_related("board").order_by("board__number", "seat")
    lines: dict[int, list[int]] = {}
    for team, entry in round_.lines.order_by("team", "number").values_list("team", "entry"):
        lines.setdefault(team, []).append(entry)
    played = _round(round_.number, places, lines)
    if not round_.is_sealed:
        return played
    return replace(played, tables=tuple(replace(table, scores=None) for table in played.tables))


def event_to_seat(tournament: Tournament) -> Event:
    """Return the event with the pairs to keep apart: those with a block between them, and those set by the
    organisers."""
    entry_of = {entry.player_id: entry.pk for entry in seeded(tournament) if entry.player_id is not None}
    blocked = {frozenset(entry_of[player] for player in pair) for pair in pairs_apart(entry_of)}
    return replace(event_of(tournament), apart=frozenset(blocked | kept_apart(tournament)))


def kept_apart(tournament: Tournament) -> set[frozenset[int]]:
    """Return the pairs of entries that the organisers keep apart."""
    pairs = Entry.kept_apart.through.objects.filter(from_entry__tournament=tournament)
    return {frozenset(pair) for pair in pairs.values_list("from_entry", "to_entry")}


def public_event_of(tournament: Tournament) -> Event:
    """Return the event without the results of a sealed round, as everyone may see it."""
    event = event_of(tournament)
    if not is_sealed(tournament):
        return event
    *before, last = event.rounds
    tables = tuple(replace(table, scores=None) for table in last.tables)
    return replace(event, rounds=(*before, replace(last, tables=tables)))


def is_sealed(tournament: Tournament) -> bool:
    """Return whether a round with the same tiles at all tables is being played."""
    running = tournament.played_rounds.filter(status=Round.Status.RUNNING)
    return tournament.duplicate and any(round_.is_sealed for round_ in running)


def seeded(tournament: Tournament) -> QuerySet[Entry]:
    """Return everybody who has taken part since the start, the best seed first."""
    return tournament.entries.filter(seed__gt=0).order_by("seed")


def _entrant(entry: Entry) -> Entrant:
    is_out = entry.status == Entry.Status.WITHDRAWN
    return Entrant(entry.pk, entry.seed, is_out, entry.fills_gap, entry.first_round, entry.handicap or 0)


def _teams(tournament: Tournament) -> tuple[Team, ...]:
    """Return the teams that take part, each in the order of its lines; the one with the best seed first."""
    members: dict[int, list[tuple[int, int, int]]] = {}
    playing = seeded(tournament).filter(team__isnull=False) if tournament.has_teams else ()
    for entry in playing:
        members.setdefault(entry.team_id or 0, []).append((entry.line or 0, entry.pk, entry.seed))
    best = sorted(members, key=lambda team: min(seed for _line, _entry, seed in members[team]))
    return tuple(Team(team, tuple(entry for _line, entry, _seed in sorted(members[team]))) for team in best)


LineUps = dict[int, dict[int, list[int]]]
"""By round, then by team, the entries on its lines in order."""


def _line_ups(tournament: Tournament) -> LineUps:
    line_ups: LineUps = {}
    if tournament.has_teams:
        lines = Line.objects.filter(round__tournament=tournament).order_by("round", "team", "number")
        for round_, team, entry in lines.values_list("round", "team", "entry"):
            line_ups.setdefault(round_, {}).setdefault(team, []).append(entry)
    return line_ups


def _round(number: int, places: Iterable[Place], lines: Mapping[int, list[int]]) -> PlayedRound:
    boards: dict[int, list[Place]] = {}
    byes = []
    for place in places:
        if place.board is None:
            byes.append(place.entry_id)
        elif place.score is not None or not place.board.is_done:  # otherwise it was broken off
            boards.setdefault(place.board.number, []).append(place)
    line_ups = tuple((team, tuple(entries)) for team, entries in lines.items())
    return PlayedRound(number, tuple(_table(*one) for one in boards.items()), tuple(byes), line_ups)


def _table(number: int, places: list[Place]) -> PlayedTable:
    scores = [read_score(place.score) for place in places if place.score is not None]
    is_done = len(scores) == len(places)
    return PlayedTable(number, tuple(place.entry_id for place in places), tuple(scores) if is_done else None)


def read_score(kept: Mapping[str, Any]) -> SeatScore:
    return SeatScore(**{**kept, "deals": tuple(kept["deals"]), "by_house": tuple(kept.get("by_house", ()))})


def played_scores(boards: Sequence[Board]) -> dict[int, list[SeatScore]]:
    """Return the scores of the finished matches at these boards as they were played, ignoring later corrections."""
    tables = {board.pk: board.table for board in boards if board.table and board.table.status == Table.Status.FINISHED}
    scores = scores_of(tables.values())
    return {board: [read_score(one) for one in scores[table.pk]] for board, table in tables.items()}


def scores_of(tables: Iterable[Table]) -> dict[str, list[dict[str, Any]]]:
    """Return the scores at finished tables by table id, in the form in which places store them."""
    results = {table.pk: table.result for table in tables}
    deals: dict[str, dict[int, list[int]]] = {table_id: {} for table_id in results}
    counted = Deal.objects.filter(table__in=results).exclude(reason="void").order_by("number")
    for table_id, number, scores in counted.values_list("table", "number", "scores"):
        deals[table_id][number] = scores
    laid = _laid(results)
    packed = read_packed_matches([table_id for table_id, found in deals.items() if not found])
    for table_id, match in packed.items():
        deals[table_id] = {deal.number: deal.scores for deal in match.deals if deal.reason != "void"}
        laid.update(_laid_in(match))
    return {table.pk: [asdict(one) for one in _scores(table, deals[table.pk], laid)] for table in tables}


Laid = Counter[tuple[str, int, int]]
"""By table, deal and seat: the number of tiles laid by the house or a bot, minus those laid by the player."""


def _laid(table_ids: Iterable[str]) -> Laid:
    moves = Move.objects.filter(table__in=table_ids).exclude(text__in=UNCHOSEN).order_by()
    seats = moves.values("table", "deal", "seat").annotate(
        own=Count("pk", filter=Q(by=Move.By.PLAYER)), others=Count("pk", filter=~Q(by=Move.By.PLAYER))
    )
    return Counter({(one["table"], one["deal"], one["seat"]): one["others"] - one["own"] for one in seats})


def _laid_in(match: StoredMatch) -> Laid:
    laid: Laid = Counter()
    for move in match.moves:
        if move.text not in UNCHOSEN:
            laid[move.table_id, move.deal, move.seat] += -1 if move.by == Move.By.PLAYER else 1
    return laid


def _scores(table: Table, deals: Mapping[int, list[int]], laid: Laid) -> Iterable[SeatScore]:
    assert table.result is not None
    winners, settlement = table.result["winners"], table.result.get("settlement")
    for seat, points in enumerate(table.result["totals"]):
        own = tuple(deal[seat] for deal in deals.values())
        yield SeatScore(
            points=points,
            deals=own,
            won=winners == [seat],
            shared=seat in winners and len(winners) > 1,
            settlement=settlement[seat] if settlement else None,
            perfect=table.rules.perfect_deals(own),
            by_house=tuple(deal[seat] for number, deal in deals.items() if laid[table.pk, number, seat] > 0),
        )


def players_present(tournament: Tournament) -> QuerySet[Entry]:
    """Return the entries to be seated next. Of teams, these are the members on lines; where teams meet, also the
    reserves, since the format decides on the line-up."""
    here = Q(presence=Entry.Presence.HERE)
    if tournament.absence == Tournament.Absence.KEEP:
        here |= Q(presence=Entry.Presence.ABSENT)
    entries = tournament.entries.filter(here, status=Entry.Status.ENTERED, seed__gt=0)
    if tournament.has_teams and not format_of(tournament).teams_meet:
        return entries.filter(line__lte=tournament.team_size)
    return entries
