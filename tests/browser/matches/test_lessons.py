"""Each lesson is played to its end: one by mouse, one from the keyboard, one on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from games.lessons.lesson import Step
from games.lessons.showing import LESSONS
from games.rules import Move, read_move
from tests.browser.conftest import Welcome
from tests.browser.driving.hands import Fingers
from tests.browser.driving.looks import faults
from tests.browser.driving.people import Person

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


WHATEVER_FITS = "7-3@3-1"
"""A move at a step with a choice; its tile has a single place."""


class Learner:
    """A person at the lesson of a game."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.page = person.visits(f"/learn/{game}/").page
        self.steps = LESSONS[game].steps
        self.panel = self.page.locator(".lesson-panel")
        self.words = self.panel.get_by_role("status")
        self.on = self.panel.get_by_role("button", name="Next")

    def piece(self, tile: str | None) -> Locator:
        return self.page.locator(f".pieces .piece[data-tile='{tile}']")

    def place(self, move: str) -> Locator:
        return self.page.locator(f".board .place[data-move='{move}']")

    def reads(self, number: int, step: Step) -> None:
        expect(self.words).to_contain_text(f"Step {number} of {len(self.steps)}")
        expect(self.words).to_contain_text(step.say)
        if step.task:
            expect(self.words).to_contain_text(step.task)

    def may_play(self) -> None:
        """Wait until the others have played."""
        expect(self.panel.get_by_role("button", name="Show me")).to_be_visible()

    def is_told(self, sentence: str) -> None:
        expect(self.words).to_contain_text(sentence)

    def goes_on(self) -> None:
        expect(self.on).not_to_have_attribute("aria-disabled", "true")
        self.person.hands.press(self.on)

    def moves(self) -> Iterator[tuple[Step, Move]]:
        """Yield every step with the move that it asks for, and continue once the move was played."""
        for number, step in enumerate(self.steps, 1):
            self.reads(number, step)
            if step.task:
                self.may_play()
                yield step, read_move(step.play or WHATEVER_FITS)
                self.is_told(step.well)
            if number < len(self.steps):
                self.goes_on()

    def is_at_the_end(self) -> None:
        expect(self.panel.get_by_role("button", name="Now play a match")).to_be_visible()
        expect(self.panel.get_by_role("link", name="All the rules")).to_be_visible()


def test_chicken_foot_is_learnt_by_mouse_and_mistakes_are_explained(alice: Person) -> None:
    learner = Learner(alice, "chicken-foot")
    for number, (step, move) in enumerate(learner.moves()):
        laid = len(alice.table.laid)
        if number == 0:
            learner.piece("4-4").click()
            learner.is_told("4-4 has no nine, and only nines touch the 9-9.")
        if number == 3:
            learner.piece("8-1").click()
            learner.is_told(step.instead)
        assert len(alice.table.laid) == laid
        if move.kind == "draw":
            alice.hands.act(alice.table, "Draw")
        else:
            learner.piece(move.tile).click()
    learner.is_at_the_end()
    assert alice.table.hand == []
    expect(alice.table.plate("Dot")).to_contain_text("54 points")
    learner.panel.get_by_role("button", name="Now play a match").click()
    alice.page.wait_for_url("**/table/*/")
    alice.sees_the_tiles()


def test_two_step_is_learnt_from_the_keyboard(alice_at_the_keyboard: Person) -> None:
    alice = alice_at_the_keyboard
    learner, keys = Learner(alice, "two-step"), alice.page.keyboard
    for _, move in learner.moves():
        if move.kind != "place":
            keys.press({"draw": "d", "discard": "x"}[move.kind])
        if move.tile:
            expect(learner.piece(move.tile)).to_be_visible()
            keys.press("h")
            for _ in learner.page.locator(".pieces .piece").all():
                if learner.piece(move.tile).evaluate("node => node === document.activeElement"):
                    break
                keys.press("ArrowRight")
            keys.press("Enter")
        expect(learner.on).to_be_focused()
    learner.is_at_the_end()
    expect(alice.table.status).to_contain_text("You have cleared your dance card!")
    expect(learner.panel.get_by_role("button", name="Now play a match")).to_be_focused()


def test_kardinaldomino_is_learnt_on_a_phone(welcome: Welcome) -> None:
    alice = welcome("Alice", Fingers, **PHONE)
    learner = Learner(alice, "kardinal")
    for step, move in learner.moves():
        assert list(faults(alice.page)) == []
        if move.kind == "draw":
            alice.hands.act(alice.table, "Draw")
            continue
        learner.piece(move.tile).tap()
        if move.facing is not None:
            learner.place(step.play).tap()
    learner.is_at_the_end()
    expect(alice.table.plate("Pip")).to_contain_text("34 points")
    assert list(faults(alice.page)) == []


@pytest.mark.parametrize("language", ["de-DE", "it-IT"])
def test_a_lesson_can_be_seen_without_playing_and_from_any_step(welcome: Welcome, language: str) -> None:
    alice = welcome("Alice", locale=language, viewport={"width": 320, "height": 640})
    alice.visits("/learn/kardinal/#6")
    page = alice.page
    expect(page.locator(".lesson-count")).to_contain_text(re.compile("6 (von|di) 7"))
    page.locator("[data-do=show]").click()
    page.locator("[data-do=next]:not([aria-disabled=true])").click()
    expect(page.locator(".lesson-buttons .lesson-end")).to_be_visible()
    expect(page).to_have_url(re.compile("#7$"))
    assert list(faults(page)) == []
    page.locator("[data-do=back]").click()
    expect(page.locator("[data-do=show]")).to_be_visible()
    expect(page.locator(".pieces .piece")).to_have_count(1)


def test_the_lesson_is_offered_at_the_first_match_until_it_is_put_away(alice: Person) -> None:
    alice.plays_now("Kardinaldomino")
    alice.sees_the_tiles()
    offer = alice.page.get_by_role("link", name=re.compile("^Your first match of Kardinaldomino"))
    with alice.context.expect_page() as opened:
        offer.click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Learn Kardinaldomino by playing")
    opened.value.close()
    alice.presses("Do not show this again")
    expect(offer).to_be_hidden()
    alice.page.reload()
    alice.sees_the_tiles()
    expect(offer).to_be_hidden()
