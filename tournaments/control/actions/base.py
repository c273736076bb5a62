"""The base class of all actions in the control room, from their forms to their lines in the log.

An action is a class with everything that belongs to it; the fields of an instance are the organiser's choices.
Its life:

1. `form` asks for choices, from which an instance is made.
2. The page previews it: `check` refuses what is impossible, `preview` says what would happen, and `standings_diff` how
the standings would change. Nothing is written.
3. `carry_out` locks the tournament and refuses if what the page showed (`topic`) is out of date. It checks again, calls
`do` and adds a line to the log, all in one transaction; `follow_up` runs after the commit.
4. Undoing the log line restores the state that `do` returned as `before`.

To add an action, write its class in a module of its own in this package. It gets its page, log line and undo
automatically; then add a button where organisers will look for it.
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
from accounts.standing import Authority, person
from action_log.models import LogLine
from action_log.services import describe
from common.errors import UserError
from games import services as tables
from games.state.live_tables import LiveTable
from tournaments.base import log
from tournaments.base.locking import locked
from tournaments.base.permissions import check_may_run
from tournaments.control import stale
from tournaments.control.actions.forms import ActionForm, BoardForm, EntryForm
from tournaments.control.restoring import Before
from tournaments.control.standings_diff import StandingsDiff
from tournaments.models import Board, Place, Tournament

LONGEST_REASON = 200
Text = Promise | str

ACTIONS: dict[str, type[Action]] = {}
"""All actions by slug."""


@dataclass(frozen=True, slots=True)
class Context:
    """The tournament that an action is for (locked while it is carried out), who acts, when, and why.

    `live_table` is the table that the action holds, if any.
    """

    tournament: Tournament
    by: Player
    now: datetime
    reason: str = ""
    live_table: LiveTable | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The data that the log stores about an action: the values for its sentence, and the state needed to undo it."""

    about: Mapping[str, Any] = field(default_factory=dict)
    before: Before | None = None
    undoes: LogLine | None = None


READ_AT_THE_TABLE = _("The players concerned read the reason, and it is kept in the log.")
"""Help for a reason that is quoted in notices."""


@dataclass(frozen=True, kw_only=True)
class Action(ABC):
    """Something that an organiser can do to a tournament by hand."""

    slug: ClassVar[str]
    """Its name in URLs and, unless `logged_as` says otherwise, in the log."""
    logged_as: ClassVar[str] = ""
    label: ClassVar[Text]
    log_sentence: ClassVar[Text]
    why_final: ClassVar[Text] = log.CANNOT_BE_UNDONE
    """Says why the action cannot be undone, if `do` returns no `before`."""

    form: ClassVar[type[ActionForm]] = ActionForm
    topic: ClassVar[stale.Topic | None] = stale.CLOCK
    """The topic that must not have changed since the page was shown; None if nothing matters."""
    needs_reason: ClassVar[bool] = True
    reason_help: ClassVar[Text] = _("The reason is kept in the log, which all organisers can read.")
    is_grave: ClassVar[bool] = False
    leads_to: ClassVar[str] = "tournaments:control"
    """The page to show afterwards."""
    do_not_call_in_templates: ClassVar[bool] = True
    """Templates get the class; without this they would instantiate it."""

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
        """Return the id of the entry or board that the topic refers to."""
        return None

    def check(self, context: Context) -> None:  # noqa: B027 (some can always be done)
        """Raise UserError if the action is not possible now."""

    @abstractmethod
    def preview(self, context: Context) -> list[str]:
        """Return sentences that say what the action would do. Raises UserError."""

    def standings_diff(self, context: Context) -> StandingsDiff | None:
        """Return how the action would change the standings, or None if that cannot be known in advance."""
        return None

    @abstractmethod
    def do(self, context: Context) -> Done:
        """Perform the action, in a transaction that has locked the tournament. Raises UserError."""

    def is_own(self, tournament: Tournament, by: Player) -> bool:
        """Return whether the action is about the organiser's own entry or match, which is then logged."""
        return False

    def tell_players(self, context: Context, line: LogLine) -> None:  # noqa: B027 (most concern no table)
        """Tell the other players about an organiser's action on their own match, in its transaction."""

    def follow_up(self, tournament_id: str, now: datetime) -> None:  # noqa: B027 (for most nothing follows)
        """Do what has to wait for the commit. A crash may prevent this, so the clockwork must be able to catch up."""

    def hold(self, tournament_id: str) -> AbstractContextManager[LiveTable | None]:
        """Hold a table before locking the tournament, in the same order as players: the table, then the database."""
        return nullcontext()

    def seen(self, tournament: Tournament) -> str:
        """Return the mark of what the page shows, which is sent with the form."""
        return stale.seen(tournament, self.topic, self.key) if self.topic else ""

    def carry_out(
        self, *, tournament_id: str, by: Authority, reason: str = "", seen: str = "", now: datetime | None = None
    ) -> LogLine:
        """Carry out the action, and return its line in the log. `seen` is the mark from the page, or empty.

        Raises UserError (no-reason, frozen, no-right, stale, and as `check` and `do`).
        """
        reason = checked_reason(reason) if self.needs_reason else ""
        now = now or timezone.now()
        with self.hold(tournament_id) as live_table, transaction.atomic():
            tournament = locked(tournament_id)
            check_may_run(tournament, by)
            if self.topic is not None:
                stale.check_not_stale(tournament, seen, self.topic, self.key)
            context = Context(tournament, person(by), now, reason, live_table)
            self.check(context)
            own = {"own": True} if self.is_own(tournament, person(by)) else {}
            done = self.do(context)
            before = done.before.kept() if done.before else None
            tournament.refresh_from_db(fields=["version"])  # services may have saved another instance
            about = {**done.about, **own}
            line = log.note(
                tournament, by, self._line_kind, about, reason=reason, before=before, at=now, undoes=done.undoes
            )
            if own:
                self.tell_players(context, line)
        self.follow_up(tournament_id, now)
        return line


@dataclass(frozen=True, kw_only=True)
class EntryAction(Action):
    """An action on one entry."""

    form = EntryForm
    topic: ClassVar[stale.Topic | None] = stale.ENTRY

    entry: int

    @property
    def key(self) -> int:
        return self.entry

    def is_own(self, tournament: Tournament, by: Player) -> bool:
        return tournament.entries.filter(pk=self.entry, player=by).exists()


@dataclass(frozen=True, kw_only=True)
class BoardAction(Action):
    """An action on one table of a round."""

    form = BoardForm
    topic: ClassVar[stale.Topic | None] = stale.BOARD

    board: int

    @property
    def key(self) -> int:
        return self.board

    def is_own(self, tournament: Tournament, by: Player) -> bool:
        return Place.objects.filter(board=self.board, round__tournament=tournament, entry__player=by).exists()

    def tell_players(self, context: Context, line: LogLine) -> None:
        table_id = Board.objects.values_list("table", flat=True).get(pk=self.board)
        if table_id is not None:
            said = _("As an organiser: %(what)s “%(why)s”") % {"what": describe(line), "why": line.reason}
            tables.tell_table(table_id=table_id, author=context.by, text=said, now=context.now)


def checked_reason(reason: str) -> str:
    """Return the reason on one line. Raises UserError (no-reason)."""
    words = " ".join(reason.split())[:LONGEST_REASON]
    if not words:
        raise UserError("no-reason", _("Say why: the reason is kept in the log."))
    return words
