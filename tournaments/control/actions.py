"""The verbs of the control room: for each a form, what it would do, what must not have changed since it was shown, and
the service that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.control import clock, forms, people_and_clock, results, seating, undoing
from tournaments.control import previews as words
from tournaments.control.previews import Scene
from tournaments.control.standings_diff import Outlook

Service = Callable[..., object]


def _says_nothing(scene: Scene) -> list[str]:
    return []


def _changes_nothing(scene: Scene) -> Outlook | None:
    return None


@dataclass(frozen=True, slots=True)
class Verb:
    """`about` names what must not have changed, and which field of the form says of what. `service` is called with what
    the form says, under the names that `names` gives."""

    title: Promise | str
    service: Service
    form: type[forms.ActForm] = forms.ActForm
    about: tuple[str, str] = ("clock", "")
    words: words.Words = _says_nothing
    outlook: Callable[[Scene], Outlook | None] = _changes_nothing
    needs_reason: bool = True
    is_grave: bool = False
    is_seen: bool = True

    def key(self, chosen: dict[str, Any]) -> Any:
        return chosen.get(self.about[1])

    def do(self, scene: Scene, by: Player, reason: str, seen: str) -> None:
        """Raises Refused."""
        chosen = {NAMES.get(name, name): value for name, value in scene.chosen.items()}
        extra = {"reason": reason} if self.needs_reason else {}
        extra |= {"seen": seen} if self.is_seen else {}
        self.service(tournament_id=scene.tournament.pk, by=by, **chosen, **extra)


NAMES = {"entry": "entry_id", "board": "board_id", "instead": "instead_id", "act": "act_id"}
ENTRY, BOARD, SEATING, ENTRIES = ("entry", "entry"), ("board", "board"), ("seating", ""), ("entries", "")

VERBS: dict[str, Verb] = {
    "announce": Verb(_("Announce it"), people_and_clock.announce, needs_reason=False),
    "open-registration": Verb(_("Open registration now"), people_and_clock.open_registration, needs_reason=False),
    "open-check-in": Verb(_("Open check-in now"), people_and_clock.open_check_in, needs_reason=False),
    "start": Verb(_("Start now"), people_and_clock.start_now, words=words.start_words, needs_reason=False),
    "cancel": Verb(_("Cancel the tournament"), people_and_clock.cancel, words=words.cancel_words, is_grave=True),
    "check-in": Verb(_("Check in"), people_and_clock.check_in_by_hand, forms.EntryForm, ENTRY, needs_reason=False),
    "not-here": Verb(
        _("Take the check-in back"), people_and_clock.take_check_in_back, forms.EntryForm, ENTRY, needs_reason=False
    ),
    "put-in": Verb(_("Put in"), people_and_clock.put_in, forms.EntryForm, ENTRY, needs_reason=False),
    "back": Verb(_("Here again"), people_and_clock.mark_back, forms.EntryForm, ENTRY, needs_reason=False),
    "absent": Verb(_("Mark as absent"), people_and_clock.mark_absent, forms.EntryForm, ENTRY, words.absent_words),
    "remove": Verb(
        _("Take out"),
        people_and_clock.remove,
        forms.EntryForm,
        ENTRY,
        words.remove_words,
        words.remove_outlook,
        is_grave=True,
    ),
    "bots": Verb(
        _("Add bots"), people_and_clock.add_bots, forms.BotsForm, ENTRIES, words.bots_words, needs_reason=False
    ),
    "seeds": Verb(_("Set the seeds"), people_and_clock.set_seeds, forms.SeedsForm, ENTRIES, words.seeds_words),
    "pause": Verb(_("Pause the tournament"), clock.pause, words=words.pause_words),
    "go-on": Verb(_("Let it go on"), clock.go_on, needs_reason=False),
    "extend": Verb(_("Extend the round"), people_and_clock.extend_round, forms.MinutesForm, words=words.extend_words),
    "end-round": Verb(_("End the round now"), people_and_clock.end_round, words=words.end_words, is_grave=True),
    "swap": Verb(_("Let two change places"), seating.swap, forms.SwapForm, SEATING, words.swap_words),
    "move": Verb(_("Move somebody to another table"), seating.move, forms.MoveForm, SEATING, words.move_words),
    "bye": Verb(_("Give somebody a bye"), seating.make_bye, forms.OneForm, SEATING, words.bye_words),
    "draw": Verb(_("Draw the round anew"), seating.draw_anew, about=SEATING, words=words.draw_words),
    "publish": Verb(_("Publish the seating"), seating.publish_now, about=SEATING, needs_reason=False),
    "nudge": Verb(_("Nudge"), results.nudge, forms.BoardForm, BOARD, needs_reason=False, is_seen=False),
    "finish": Verb(_("Let the house finish it"), results.finish_table, forms.BoardForm, BOARD, words.finish_words),
    "bot": Verb(_("Put a bot in"), results.put_bot_in, forms.BotForm, BOARD, words.bot_words),
    "put-back": Verb(_("Put the player back"), results.put_back, forms.AtBoardForm, BOARD, needs_reason=False),
    "substitute": Verb(
        _("Put a waiting player in"),
        results.substitute,
        forms.SubstituteForm,
        BOARD,
        words.substitute_words,
        words.substitute_outlook,
    ),
    "replay": Verb(
        _("Annul and play anew"),
        results.replay,
        forms.BoardForm,
        BOARD,
        words.replay_words,
        words.replay_outlook,
        is_grave=True,
    ),
    "correct": Verb(
        _("Correct the result"), results.correct, forms.ScoresForm, BOARD, words.correct_words, words.correct_outlook
    ),
    "undo": Verb(_("Undo"), undoing.undo, forms.UndoForm, words=words.undo_words, outlook=words.undo_outlook,
                 is_seen=False),
}  # fmt: skip
