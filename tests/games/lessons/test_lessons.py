"""The lessons agree with the rules: what they ask for is legal, and what they call wrong is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import pytest
from django.conf import settings
from django.utils.translation import override

from games.lessons.examples import example_after, example_of, moves_of
from games.lessons.lesson import PARTS, READER, Lesson, Step
from games.lessons.showing import LESSONS, shown
from games.rules import GAMES, IllegalMove, Match, Move, Tile, read_move
from games.rules.deal import Deal
from games.state.message_types import EventKind

SHORTEST, LONGEST = 5, 8
KARDINAL_STOCK = 13


class Moment(NamedTuple):
    """A step, and the deal at the time when the reader is asked for a move."""

    step: Step
    deal: Deal


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def moments(lesson: Lesson) -> Iterator[Moment]:
    """Yield each step with the deal at the time, played by the rules alone."""
    match = Match(lesson.game, len(lesson.others) + 1)
    for step in lesson.steps:
        if step.scene:
            match = Match(lesson.game, step.scene.seats)
            match.start_deal(step.scene.deck(lesson.game))
            for text in step.scene.before:
                match.play(read_move(text))
        for text in step.moves:
            assert deal_of(match).turn != READER, f"{text} is not the reader's to play"
            match.play(read_move(text))
        yield Moment(step, deal_of(match).copy())
        if step.play:
            match.play(read_move(step.play))


def all_moments() -> list[Any]:
    return [
        pytest.param(moment, id=f"{game} {number}")
        for game, lesson in LESSONS.items()
        for number, moment in enumerate(moments(lesson), 1)
    ]


def in_sight(deal: Deal) -> list[Tile]:
    """Return the tiles that the reader can press: the hand, the top of the dance card and of the discard pile."""
    public = deal.public()
    card = [public["cards"][READER]["top"]] if "cards" in public else []
    pile = public["discards"][READER][-1:] if "discards" in public else []
    return [tile for tile in (*deal.hands[READER], *card, *pile) if tile]


def placings_of(tile: Tile, deal: Deal) -> list[Move]:
    """Return every way to place the tile at an open end, legal or not."""
    turned = [f">{half}" for half in tile.halves] if deal.game == "kardinal" else []
    return [read_move(f"{tile}@{end['place']}{facing}") for end in deal.ends() for facing in ("", *turned)]


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
def test_a_lesson_is_short_and_ends_with_words(lesson: Lesson) -> None:
    assert SHORTEST <= len(lesson.steps) <= LONGEST
    assert lesson.steps[0].scene
    assert not lesson.steps[-1].task


@pytest.mark.parametrize("moment", all_moments())
def test_what_is_asked_for_is_legal_and_the_readers_to_play(moment: Moment) -> None:
    step, deal = moment
    if step.task:
        assert deal.turn == READER
        assert deal.result is None
    if step.play:
        assert step.task
        assert read_move(step.play) in deal.legal_moves()


@pytest.mark.parametrize("moment", all_moments())
def test_whatever_the_reader_tries_is_answered(moment: Moment) -> None:
    step, deal = moment
    if not step.task:
        return
    legal = deal.legal_moves()
    assert step.well
    if step.play and len(legal) > 1:
        assert step.instead
    usable = {move.tile for move in legal}
    for tile in in_sight(deal):
        if tile not in usable:
            assert step.why % {"tile": tile} != step.why


@pytest.mark.parametrize("moment", all_moments())
def test_what_is_called_wrong_is_refused_by_the_rules(moment: Moment) -> None:
    step, deal = moment
    if not step.task:
        return
    placed = {move.tile for move in deal.legal_moves() if move.kind == "place"}
    for tile in in_sight(deal):
        for move in placings_of(tile, deal) if tile not in placed else []:
            with pytest.raises(IllegalMove):
                deal.play(move)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=list(LESSONS))
def test_where_the_reader_may_choose_another_scene_follows(lesson: Lesson) -> None:
    for step, following in zip(lesson.steps, lesson.steps[1:], strict=False):
        if step.task and not step.play:
            assert following.scene


@pytest.mark.parametrize("moment", all_moments())
def test_a_step_points_at_what_is_there(moment: Moment) -> None:
    step, deal = moment
    there = {*PARTS, *in_sight(deal), *(laid.tile for laid in deal.layout)}
    assert set(step.points) <= there


def test_each_game_teaches_what_is_its_own() -> None:
    kinds: dict[str, set[str]] = {}
    for game in LESSONS:
        events = [
            event
            for step in shown(game)["steps"]
            for ply in (*step["plies"], *step["answers"].values())
            for event in ply["moved"]["events"]
        ]
        kinds[game] = {event["kind"] for event in events}
    assert kinds["chicken-foot"] >= {"placed", "drew", "foot", "foot-done", "deal-over"}
    assert kinds["two-step"] >= {"placed", "drew", "discarded", "turned-up", "filled", "deal-over"}
    assert kinds["kardinal"] >= {"placed", "drew", "went-out", "passed", "deal-over"}
    assert set.union(*kinds.values()) <= {kind for group in get_args(EventKind) for kind in get_args(group) or (group,)}


def test_the_points_that_are_named_are_those_of_the_rules() -> None:
    ends = {game: [deal for _, deal in moments(lesson) if deal.result] for game, lesson in LESSONS.items()}
    (feet,), (dance,), (cardinals,) = ends["chicken-foot"], ends["two-step"], ends["kardinal"]
    assert feet.result
    assert dance.result
    assert cardinals.result
    assert (feet.result.reason, feet.result.scores) == ("out", (0, 16, 54))
    assert dance.result.scores == (2, 0)
    assert cardinals.result.scores == (0, 21 + KARDINAL_STOCK, 0)
    assert sum(tile.value for tile in cardinals.stock) == KARDINAL_STOCK


@pytest.mark.parametrize("game", LESSONS)
def test_what_is_shown_is_what_the_rules_make_of_it(game: str) -> None:
    """Without a database: everything is in the code."""
    for step, (_, deal) in zip(shown(game)["steps"], moments(LESSONS[game]), strict=True):
        if step["plies"]:
            last = step["plies"][-1]
            assert last["moved"]["public"] == deal.public()
            assert last["mine"]["hand"] == deal.hands[READER]
        elif step["view"]:
            assert step["view"]["public"] == deal.public()
            assert [laid["tile"] for laid in step["view"]["layout"]] == [laid.tile for laid in deal.layout]
        for text, ply in step["answers"].items():
            after = deal.copy()
            after.play(read_move(text))
            assert ply["moved"]["public"] == after.public()
            assert [offer["move"] for offer in ply["mine"]["legal"]] == after.mine(READER)["legal"]


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_told_in_each_language(game: str) -> None:
    told = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            told.append([step["say"] for step in shown(game)["steps"]])
    for sentences in zip(*told, strict=True):
        assert len(set(sentences)) == len(settings.LANGUAGES)


def test_all_our_games_are_taught() -> None:
    assert {"chicken-foot", "two-step", "kardinal"} <= LESSONS.keys() <= GAMES.keys()


@pytest.mark.parametrize("game", LESSONS)
def test_the_example_is_the_first_deal_of_the_lesson_with_all_hands_open(game: str) -> None:
    replay: Any = example_of(game)
    texts = list(moves_of(LESSONS[game]))
    assert [ply["moved"]["move"] for ply in replay["plies"]] == texts
    assert len(texts) >= SHORTEST
    assert all(
        len(hand) == count for hand, count in zip(replay["hands"], replay["view"]["public"]["hands"], strict=True)
    )
    assert "You" not in [seat["name"] for seat in replay["view"]["seats"]]
    laid = example_after(game, len(texts)).match.deal
    assert laid is not None
    assert len(laid.layout) == len(replay["view"]["layout"]) + sum(
        len(ply["moved"]["layout"]) for ply in replay["plies"]
    )
