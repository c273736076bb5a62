"""Lessons as they are shown: played by the rules and laid out, as the messages that a live table would send."""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache

from django.utils.translation import get_language, gettext, override

from games.lessons import message_types as wire
from games.lessons.chicken_foot import CHICKEN_FOOT
from games.lessons.kardinal import KARDINAL
from games.lessons.lesson import READER, Lesson, Scene, Step
from games.lessons.two_step import TWO_STEP
from games.models import Chain, Table
from games.rules import GAMES, read_move
from games.state.live_tables import LiveTable, Sitter
from games.state.message_types import Moved
from games.state.messages_out import mine_message, moved_message, over_message, view_message
from games.state.replay_types import SeatPly

LESSONS = {lesson.game: lesson for lesson in (CHICKEN_FOOT, TWO_STEP, KARDINAL)}

SECONDS = 60


def shown(game: str) -> wire.Lesson:
    """Return the lesson of a game in the reader's language. Makes no database queries."""
    return _shown(game, get_language())


@lru_cache
def _shown(game: str, language: str) -> wire.Lesson:
    with override(language):
        return {"steps": steps_of(LESSONS[game])}


def steps_of(lesson: Lesson) -> list[wire.LessonStep]:
    shown = []
    for step in lesson.steps:
        if step.scene:
            live = table_of(lesson, step.scene, gettext("You"))
        shown.append(_step(live, step))
    return shown


def table_of(lesson: Lesson, scene: Scene, readers_name: str) -> LiveTable:
    """Return an unsaved table whose deal has reached the position in which the scene is first shown."""
    rules = GAMES[lesson.game]
    live = LiveTable(
        Table(
            id=f"learn-{lesson.game}",
            game=lesson.game,
            seat_count=scene.seats,
            rules_version=rules.version,
            seconds=SECONDS,
            chain=Chain(),
            is_sealed=True,
        )
    )
    names = (readers_name, *lesson.others)
    live.seats = [_sitter(number, name) for number, name in enumerate(names)]
    live.present = set(range(scene.seats))
    live.status = Table.Status.RUNNING.value
    live.start_deal(" ".join(scene.deck(lesson.game)))
    for text in scene.before:
        live.play(read_move(text))
    return live


def _sitter(number: int, name: str) -> Sitter:
    return Sitter(
        number=number,
        player_id=number,
        name=name,
        bot="",
        is_bot=False,
        away=False,
        missed=0,
        left=False,
        ready=0,
        auto_draw=False,
        contribution="",
        contributed=True,
        connection="",
    )


def _step(live: LiveTable, step: Step) -> wire.LessonStep:
    view = view_message(live, READER) if step.scene else None
    plies = [_play(live, text) for text in step.moves]
    asked = asked_for(live, step)
    answers = {text: _play(deepcopy(live), text) for text in asked}
    if step.play:
        live.play(read_move(step.play))
    return {
        "view": view,
        "plies": plies,
        "answers": answers,
        "title": gettext(step.title),
        "say": gettext(step.say),
        "task": _translated(step.task),
        "well": _translated(step.well),
        "instead": _translated(step.instead),
        "why": _translated(step.why),
        "points": {part: _translated(label) for part, label in step.points.items()},
    }


def asked_for(live: LiveTable, step: Step) -> list[str]:
    """Return the moves that fulfil the step's task."""
    if not step.task:
        return []
    assert live.match.deal is not None
    return [step.play] if step.play else [move for move in live.match.deal.legal_moves() if move.kind == "place"]


def _translated(sentence: str) -> str:
    return gettext(sentence) if sentence else ""


def _play(live: LiveTable, text: str) -> SeatPly:
    return {"moved": play(live, text), "mine": mine_message(live, READER)}


def play(live: LiveTable, text: str) -> Moved:
    """Play a move for the seat on turn; return what a table would send."""
    seat, move, tiles = live.turn, read_move(text), len(live.spots)
    assert seat is not None
    assert live.match.deal is not None
    events = live.play(move)
    over = over_message(live) if live.match.deal.result else None
    new = len(live.spots) - tiles
    by = "player" if seat == READER else "bot"
    return moved_message(live, seat=seat, move=move, by=by, events=events, new=new, over=over)
