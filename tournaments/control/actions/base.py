"""What every action of the control room is made of, from its form to its line in the log.

An action is a class with all that belongs to it; its fields are what the organiser has chosen. Its life:

1. `form` asks what there is to choose, and makes the action of it.
2. The page shows what it would do: `check` refuses what cannot be done, `preview` says what would happen in sentences,
   `standings_diff` what would become of the standings. Nothing is written.
3. `carry_out` locks the tournament and refuses if what the page has shown (`topic`) is no longer true. It checks once
   more, does it (`do`) and adds a line to the log, all in one transaction; `follow_up` does what comes after that.
4. What `do` returns as `before` is what undoing the line in the log puts back.

To add an action, write its class in a module of its own in this package: it is found by itself, and has its page, its
log line and its undo. What is left is a button that leads there, where organisers look for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from action_log.models import LogLine
from common.errors import UserError
from games.state.live_tables import LiveTable
from tournaments.base import log
from tournaments.base.locking import locked
from tournaments.control import stale
from tournaments.control.actions.forms import ActionForm, BoardForm, EntryForm
from tournaments.control.restoring import Before
from tournaments.control.standings_diff import StandingsDiff
from tournaments.models import Tournament

LONGEST_REASON = 200
Text = Promise | str

ACTIONS: dict[str, type[Action]] = {}
"""All actions, by their slug."""


@dataclass(frozen=True, slots=True)
class Context:
    """Which tournament an action is for, locked while it is carried out; who acts, when, and why. `live_table` is the
    table that the action holds, if it holds one."""

    tournament: Tournament
    by: Player
    now: datetime
    reason: str = ""
    live_table: LiveTable | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What the log keeps of an action: what fills the gaps of its sentence, and what it takes to undo it."""

    about: Mapping[str, Any] = field(default_factory=dict)
    before: Before | None = None


@dataclass(frozen=True, kw_only=True)
class Action(ABC):
    """Something that an organiser can do to a tournament by hand."""

    slug: ClassVar[str]
    """Its name in addresses and, unless `logged_as` says otherwise, in the log."""
    logged_as: ClassVar[str] = ""
    label: ClassVar[Text]
    log_sentence: ClassVar[Text]
    why_final: ClassVar[Text] = log.CANNOT_BE_UNDONE
    """Why it cannot be undone, where `do` keeps nothing."""

    form: ClassVar[type[ActionForm]] = ActionForm
    topic: ClassVar[stale.Topic | None] = stale.CLOCK
    """What must not have changed since it was shown; None: nothing matters."""
    needs_reason: ClassVar[bool] = True
    reason_help: ClassVar[Text] = _("The reason stands in the log, which all organisers can read.")
    is_grave: ClassVar[bool] = False
    leads_to: ClassVar[str] = "tournaments:control"
    """The page that is shown once it is done."""
    do_not_call_in_templates: ClassVar[bool] = True
    """Templates are handed the class, and would make an action of it."""

    _line_kind: ClassVar[log.LineKind]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "slug" in vars(cls):
            assert cls.slug not in ACTIONS, cls.slug
            ACTIONS[cls.slug] = cls
            kind = log.LineKind(cls.logged_as or cls.slug, cls.log_sentence, cls.why_final)
            cls._line_kind = log.register(kind)

    @property
    def key(self) -> Any:
        """What the topic is of: the id of an entry or of a board."""
        return None

    def check(self, context: Context) -> None:  # noqa: B027 (some can always be done)
        """Raises UserError if it cannot be done now."""

    @abstractmethod
    def preview(self, context: Context) -> list[str]:
        """Return sentences that say what it would do. Raises UserError."""

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        """Return what it would do to the standings; None: nothing that can be said beforehand."""
        return None

    @abstractmethod
    def do(self, context: Context) -> Done:
        """Do it, in a transaction that holds the tournament. Raises UserError."""

    def follow_up(self, tournament_id: str, now: datetime) -> None:  # noqa: B027 (for most nothing follows)
        """Do what has to wait until all is written; it may be lost, so the clock has to find it, too."""

    def hold(self, tournament_id: str) -> AbstractContextManager[LiveTable | None]:
        """Hold a table before the tournament is locked: whoever plays holds it, and then waits for the database."""
        return nullcontext()

    def seen(self, tournament: Tournament) -> str:
        """Return the mark of what the page shows, to be sent with the form."""
        return stale.seen(tournament, self.topic, self.key) if self.topic else ""

    def carry_out(
        self, *, tournament_id: str, by: Player, reason: str = "", seen: str = "", now: datetime | None = None
    ) -> LogLine:
        """Do it, and return its line in the log. `seen` is the mark of the page that it was asked for on, or empty.

        Raises UserError (no-reason, stale, and whatever `check` and `do` refuse).
        """
        reason = checked_reason(reason) if self.needs_reason else ""
        now = now or timezone.now()
        with self.hold(tournament_id) as live_table, transaction.atomic():
            tournament = locked(tournament_id)
            if self.topic is not None:
                stale.check_not_stale(tournament, seen, self.topic, self.key)
            context = Context(tournament, by, now, reason, live_table)
            self.check(context)
            done = self.do(context)
            before = done.before.kept() if done.before else None
            tournament.refresh_from_db(fields=["version"])  # services may have written a copy of their own
            line = log.note(tournament, by, self._line_kind, done.about, reason=reason, before=before)
        self.follow_up(tournament_id, now)
        return line


@dataclass(frozen=True, kw_only=True)
class EntryAction(Action):
    """About one entry."""

    form = EntryForm
    topic: ClassVar[stale.Topic | None] = stale.ENTRY

    entry: int

    @property
    def key(self) -> int:
        return self.entry


@dataclass(frozen=True, kw_only=True)
class BoardAction(Action):
    """About one table of a round."""

    form = BoardForm
    topic: ClassVar[stale.Topic | None] = stale.BOARD

    board: int

    @property
    def key(self) -> int:
        return self.board


def checked_reason(reason: str) -> str:
    """Raises UserError (no-reason)."""
    words = " ".join(reason.split())[:LONGEST_REASON]
    if not words:
        raise UserError("no-reason", _("Say why: the reason stands in the log."))
    return words
