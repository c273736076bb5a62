"""Every match is played under the version of the rules it was opened with; new ones under the newest."""

import copy
import random
import re
from typing import Any

import pytest

from games.bots import choose
from games.rules import GAMES, Match, OptionsError, UnknownRulesError, registered, released, rules_of
from games.rules.moves import END
from games.rules.records import record
from games.rules.records.position import read_position
from games.rules.records.vectors import differences
from tests.games.rules.variants.next_two_step import NextTwoStep


def played(version: int | None = None) -> Match:
    """Return a match whose players end their turns whenever they may."""
    match, rng = Match("two-step", 2, {"target": 1}, version), random.Random(1)
    while match.result is None:
        deal = match.start_deal(rng.sample(match.tiles, len(match.tiles)))
        while moves := deal.legal_moves():
            match.play(END if END in moves and rng.random() < 0.2 else rng.choice(moves))
    return match


def test_new_matches_are_played_by_the_newest_version() -> None:
    old = GAMES["two-step"]
    assert old.version == 1
    with registered(NextTwoStep()):
        assert GAMES["two-step"].version == 2
        assert rules_of("two-step") is GAMES["two-step"]
        assert rules_of("two-step", 1) is old
        assert Match("two-step", 2).rules.version == 2
        assert Match("two-step", 2, version=1).rules is old
        assert {(game.slug, game.version) for game in released()} >= {("two-step", 1), ("two-step", 2)}
    assert GAMES["two-step"] is old


def test_versions_follow_one_another() -> None:
    same = type(GAMES["two-step"])()
    with pytest.raises(ValueError, match="the next version of two-step is 2, not 1"), registered(same):
        pass
    with registered(NextTwoStep()):
        pass
    assert [game.version for game in released() if game.slug == "two-step"] == [1]


@pytest.mark.parametrize(
    ("slug", "version", "sentence"),
    [
        ("whist", None, "There is no game 'whist'."),
        ("two-step", 2, "Two-Step has no rules of version 2: the newest here is 1."),
        ("two-step", 0, "Two-Step has no rules of version 0: the newest here is 1."),
        ("kardinal", True, "Kardinaldomino has no rules of version True: the newest here is 1."),
    ],
)
def test_rules_that_were_never_released_are_refused_in_one_sentence(slug: str, version: Any, sentence: str) -> None:
    with pytest.raises(UnknownRulesError, match=f"^{re.escape(sentence)}$"):
        rules_of(slug, version)
    with pytest.raises(OptionsError, match=re.escape(sentence)):
        Match(slug, 2, None, version)


def test_a_record_says_by_which_version_it_was_played() -> None:
    with registered(NextTwoStep()):
        for version in (1, 2):
            written = record.dump(played(version))
            assert written["rules"] == version
            assert record.check(written) == []
            other = copy.deepcopy(written) | {"rules": 3 - version}
            assert record.check(other)
        assert record.dump(played())["rules"] == 2


def test_a_record_without_a_version_was_played_by_the_first() -> None:
    written = record.dump(played(1))
    del written["rules"]
    assert record.check(written) == []
    with registered(NextTwoStep()):
        assert record.load(written).rules.version == 1
        assert record.check(written) == []


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (2, "Two-Step has no rules of version 2: the newest here is 1."),
        ("1", '"rules" must be a whole number.'),
        (None, '"rules" must be a whole number.'),
    ],
)
def test_a_record_of_unknown_rules_is_told_in_one_sentence(version: Any, sentence: str) -> None:
    assert record.check(record.dump(played()) | {"rules": version}) == [sentence]


def test_positions_and_vectors_have_a_version_too() -> None:
    deck = list(map(str, GAMES["two-step"].tiles({})))
    random.Random(4).shuffle(deck)
    start: dict[str, Any] = {"game": "two-step", "seats": 2, "options": {}, "number": 1, "first": 0, "deck": deck}
    with registered(NextTwoStep()):
        first, second = (read_position(start | {"moves": [], "rules": version}) for version in (1, 2))
        assert END not in first.legal_moves()
        assert END in second.legal_moves()
        counted = {"turn": first.turn, "legal": first.legal_moves(), "perft": [len(first.legal_moves())]}
        assert differences(start | counted | {"moves": []}) == []
        assert differences(start | counted | {"moves": [], "rules": 2}) != []


def test_bots_play_by_the_version_that_they_see() -> None:
    """If a version has no brain of its own, they use that of the version before."""
    with registered(NextTwoStep()):
        for version in (1, 2):
            match, rng = Match("two-step", 2, {"target": 1}, version), random.Random(2)
            while match.result is None:
                deal = match.start_deal(rng.sample(match.tiles, len(match.tiles)))
                while deal.result is None:
                    assert deal.view(deal.turn).version == version
                    match.play(choose(deal.view(deal.turn), "medium", rng))
            assert max(match.totals) in ((3,) if version == 2 else (1, 2))
