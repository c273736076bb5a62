"""Thinking ahead: it plays legal moves, knows nothing that the seat cannot see, and keeps to its time."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.bots import LEVELS, THINKING, Thought, choose, choose_in, search
from games.bots.arena import Contest, shuffled_deck
from games.bots.cli import main as arena
from games.bots.past import likelier
from games.rules import GAMES, Deal, Match
from games.rules.cli import main as rules
from tests.games.rules.contract import deal_hidden_anew, hidden_from
from tests.often import times


@pytest.fixture(autouse=True)
def quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", dict.fromkeys(search.EFFORT, 600))


def positions(game: str, seed: int) -> Iterator[Deal]:
    """Yield positions with a choice, in a deal between sound players."""
    match, rng = Match(game, 2), random.Random(seed)
    deal = match.start_deal(shuffled_deck(match, rng))
    while deal.result is None:
        if len(deal.legal_moves()) > 1:
            yield deal
        deal.play(choose(deal.view(deal.turn), "medium", rng))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", sorted(THINKING))
@pytest.mark.parametrize("seed", range(times(1, 30)))
def test_tiles_that_it_cannot_see_make_no_difference(game: str, level: str, seed: int) -> None:
    """Not even impossible tiles do, because the bot is given worlds that are made from what its seat has seen."""
    for deal in positions(game, seed):
        seat = deal.turn
        imagined = deal.imagine(seat, random.Random(seed))
        chosen = {choose_in(one, level, random.Random(seed)) for one in (deal, imagined)}
        assert len(chosen) == 1
        if deal.stock and len(hidden_from(deal, seat)) > 1:
            anew = deal_hidden_anew(deal, seat, random.Random(seed))
            if anew.view(seat) == deal.view(seat) and anew.told == deal.told:
                assert choose_in(anew, level, random.Random(seed)) in chosen


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_records_of_matches_hold(game: str, level: str, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    options = {"chicken-foot": "high=2", "two-step": "target=3", "kardinal": "limit=50"}[game]
    asked = f"arena {game} --levels {level},medium --matches 2 --options {options} --records {path}"
    assert arena(asked.split()) == 0
    assert rules(["check", str(path)]) == 0


def test_the_same_match_is_played_again() -> None:
    contest = Contest("kardinal", 2, ["strong", "medium"], seed=3, options={"ending": "games", "games": 1})
    assert contest.play(0).deals == contest.play(0).deals


def test_a_master_thinks_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", dict.fromkeys(search.EFFORT, 10_000))
    deal = next(positions("kardinal", 1))
    assert worlds_tried_for(deal, "master", monkeypatch) > 2 * worlds_tried_for(deal, "strong", monkeypatch)


def worlds_tried_for(deal: Deal, level: str, monkeypatch: pytest.MonkeyPatch, share: float = 1.0) -> int:
    tried = 0

    def counted(worlds: Iterator[Deal], seat: int, share: float) -> Iterator[Deal]:
        nonlocal tried
        for world in likelier(worlds, seat, share):
            tried += 1
            yield world

    monkeypatch.setattr(search, "likelier", counted)
    worlds = deal.worlds(deal.turn, random.Random(1))
    choose(deal.view(deal.turn), level, random.Random(1), Thought(worlds, share))
    return tried


def test_less_time_means_fewer_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", dict.fromkeys(search.EFFORT, 10_000))
    deal = next(positions("kardinal", 1))
    less, usual = (worlds_tried_for(deal, "strong", monkeypatch, share) for share in (0.2, 1.0))
    assert less < usual


def test_moves_that_come_to_the_same_are_tried_once() -> None:
    deal = next(deal for deal in positions("kardinal", 2) if len({end["pips"] for end in deal.ends()}) == 1)
    moves = deal.legal_moves()
    found = search.distinct(deal.view(deal.turn), moves)
    assert len(found) < len(moves)
    assert {move.tile for move in found} == {move.tile for move in moves}


def test_a_machine_that_is_too_slow_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PATIENCE", 0.0)
    for deal in positions("two-step", 1):
        assert choose_in(deal, "strong", random.Random(1)) in deal.legal_moves()
