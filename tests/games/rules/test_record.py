"""Records: written, replayed, and every error in them found."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from games.rules import GAMES, Match, shuffle
from games.rules.records import record

SECRET = bytes(range(32))

Record = dict[str, Any]


def random_match(game: str, seats: int, options: dict[str, Any], deals: int = 100) -> Match:
    match, rng = Match(game, seats, options), random.Random(7)
    contributions = [bytes([seat] * 16) for seat in range(seats)]
    while match.result is None and len(match.deals) < deals:
        number = len(match.deals) + 1
        link = shuffle.link(SECRET, shuffle.LENGTH, number)
        deal = match.start_deal(shuffle.deck(GAMES[game].tiles(match.options), link, contributions, number))
        while moves := deal.legal_moves():
            match.play(rng.choice(moves))
    return match


def written(match: Match) -> Record:
    """Return the record of a match with a fair shuffle, after a round trip through JSON."""
    links = [shuffle.link(SECRET, shuffle.LENGTH, deal.number).hex() for deal in match.deals if deal.result]
    fair = {
        "scheme": shuffle.SCHEME,
        "anchor": shuffle.link(SECRET, shuffle.LENGTH, 0).hex(),
        "contributions": [bytes([seat] * 16).hex() for seat in range(match.seats)],
    }
    return json.loads(json.dumps(record.dump(match, links, fair=fair, players=["Alice", "Bob"])))


@pytest.fixture(scope="module")
def chicken() -> Record:
    return written(random_match("chicken-foot", 2, {"high": 1}))


@pytest.fixture(scope="module")
def kardinal() -> Record:
    return written(random_match("kardinal", 3, {"ending": "games", "games": 2}))


def test_a_record_names_every_option_and_keeps_further_keys(chicken: Record) -> None:
    assert list(chicken) == ["format", "game", "rules", "seats", "options", "fair", "players", "deals", "result"]
    assert chicken["options"] == {"set": 9, "high": 1, "low": 0}
    assert list(chicken["deals"][0]) == ["number", "deck", "first", "moves", "result", "link"]
    assert list(chicken["result"]) == ["totals", "winners"]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("chicken-foot", 12, {"set": 12, "high": 2}), ("two-step", 2, {"target": 2}), ("kardinal", 5, {"limit": 50})],
)
def test_what_is_written_plays_again_to_the_same(game: str, seats: int, options: dict[str, Any]) -> None:
    match = random_match(game, seats, options)
    again = record.load(written(match))
    assert again.deals == match.deals
    assert (again.totals, again.result) == (match.totals, match.result)
    assert record.check(written(match)) == []


def test_a_settlement_is_written(kardinal: Record) -> None:
    assert sum(kardinal["result"]["settlement"]) == 0
    assert record.check(kardinal) == []


def test_an_unfinished_match_is_right_too() -> None:
    match = random_match("chicken-foot", 2, {"high": 3}, deals=2)
    assert "result" not in written(match)
    assert record.check(written(match)) == []
    deal = match.start_deal(random.Random(1).sample(GAMES["chicken-foot"].tiles(match.options), 55))
    match.play(deal.legal_moves()[0])
    unfair = record.dump(match)
    assert "result" not in unfair["deals"][-1]
    assert record.check(unfair) == []
    assert record.check(record.dump(Match("kardinal", 2))) == []


def change(record: Record, path: str, value: Any) -> Record:
    """Return a copy of the record with a different value at a path like `deals 0 result scores 1`."""
    changed = copy.deepcopy(record)
    *way, last = [int(step) if step.lstrip("-").isdigit() else step for step in path.split()]
    target: Any = changed
    for step in way:
        target = target[step]
    if value is KeyError:
        del target[last]
    else:
        target[last] = value(target[last]) if callable(value) else value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("deals 0 result scores 1", lambda score: score + 1, 'deal 1: "scores" must be'),
        ("deals 0 result scores 1", float, 'deal 1: "scores" must be'),
        ("deals 0 result scores", KeyError, 'deal 1: "scores" must be'),
        ("deals 1 result reason", "void", 'deal 2: "reason" must be'),
        ("deals 1 result", KeyError, "deal 2: The deal is over"),
        ("deals 1 result", 5, 'deal 2: "result" must be an object'),
        ("result totals 0", lambda total: total - 1, '"totals" must be'),
        ("result winners", [0, 1], '"winners" must be'),
        ("result", KeyError, "The match is over"),
        ("result settlement", [0, 0], 'There is no "settlement"'),
        ("deals 0 number", 2, 'deal 1: "number" must be 1.'),
        ("deals 1 first", lambda first: 1 - first, 'deal 2: "first" must be'),
        ("deals 0 deck 0", "0-0", "deal 1: The deck is not the whole set"),
        ("deals 0 deck 0", 5, 'deal 1: What is in "deck" must be text.'),
        ("deals 0 moves 3 0", lambda seat: 1 - seat, "deal 1, move 4: Seat"),
        ("deals 0 moves 3 0", True, "deal 1, move 4: The seat of a move must be a whole number."),
        ("deals 0 moves 3 1", "9-5 @9-9", "deal 1, move 4: This is not a move."),
        ("deals 0 moves 3 1", "end", "deal 1, move 4: This game has no such move."),
        ("deals 0 moves 3", [1], "deal 1, move 4: A move must be a list of two"),
        ("deals 0 moves 3", None, "deal 1, move 4: A move must be a list."),
        ("deals 0 moves -1", KeyError, "deal 2: The deal before this one is not over."),
        ("deals 1 moves -1", KeyError, 'deal 2: The deal is not over, but there is a "result".'),
        ("deals 1 moves", lambda moves: [*moves, [0, "draw"]], "deal 2, move"),
        ("deals", lambda deals: [*deals, deals[0]], "deal 3: The match was over before this deal."),
        ("deals", lambda deals: deals[:1], 'The match is not over, but there is a "result".'),
        ("deals 1", "a deal", "deal 2: This must be an object."),
        ("deals", None, '"deals" must be a list.'),
        ("seats", 3, "deal 1"),
        ("seats", 99, "Chicken Foot with these options is for 2 to 7 players."),
        ("options high", 12, 'The option "high"'),
        ("options hight", 9, "Chicken Foot has no option 'hight'."),
        ("game", "chess", "There is no game 'chess'."),
        ("game", ["kardinal"], '"game" must be text.'),
        ("format", "domino-record/2", '"format" must be "domino-record/1".'),
        ("fair scheme", "mine", 'fair: "scheme" must be'),
        ("fair anchor", "00" * 32, "deal 1: The link does not lead to the anchor."),
        ("fair anchor", "00", 'fair: "anchor" must be 64 hex digits.'),
        ("fair contributions", lambda its: its[:1], 'fair: "contributions" must be 2'),
        ("fair contributions 1", "ab" * 16, "deal 1: The deck does not follow"),
        ("fair contributions 1", "AB" * 16, "fair: A contribution must be 32 hex digits."),
        ("deals 1 link", KeyError, 'deal 2: "link" is missing.'),
        ("deals 1 link", "0" * 64, "deal 2: The link does not lead to the anchor."),
        ("fair", [], "fair: This must be an object."),
    ],
)
def test_what_is_wrong_is_found_and_where(chicken: Record, path: str, value: Callable[..., Any], where: str) -> None:
    assert record.check(chicken) == []
    problems = record.check(change(chicken, path, value))
    assert problems
    assert problems[0].startswith(where)


def test_a_wrong_settlement_is_found(kardinal: Record) -> None:
    changed = change(kardinal, "result settlement 0", lambda its: its + 1)
    assert record.check(changed)[0].startswith('"settlement" must be')
    assert record.check(change(kardinal, "result settlement", KeyError))


def test_all_errors_are_reported_not_only_the_first(chicken: Record) -> None:
    changed = change(change(chicken, "deals 0 result reason", "x"), "result winners", [])
    assert len(record.check(changed)) == 2


@pytest.mark.parametrize("value", [None, [], 5, "text", {}, {"format": 1}])
def test_other_objects_cannot_be_loaded_as_records(value: Any) -> None:
    with pytest.raises(record.RecordError):
        record.load(value)


def test_an_error_says_where(chicken: Record) -> None:
    with pytest.raises(record.RecordError) as refused:
        record.load(change(chicken, "deals 1 moves 4 1", "pass"))
    assert (refused.value.deal, refused.value.move) == (2, 5)
