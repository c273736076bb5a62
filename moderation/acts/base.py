"""The base class of all kinds of acts: what they are about, how severe they are, what they do and undo.

A kind has no state: what was chosen is in the row (`moderation.models.Act`). To add a kind, write its class in a module
of `moderation.acts.kinds`; it gets its form, log lines and undo automatically.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.roles import Severity
from accounts.standing import Moderator
from common.errors import UserError
from moderation import log, notices
from moderation.models import Act, Case

LONG = timedelta(days=30)
"""Acts that last longer are severe."""

Text = str | Promise
Details = Mapping[str, Any]

KINDS: dict[str, ActKind] = {}
"""All kinds by slug."""


class ActKind(ABC):
    """A kind of act that moderators can do."""

    slug: ClassVar[str]
    label: ClassVar[Text]
    """Its name on the desk, as an imperative."""
    told: ClassVar[Text]
    """The sentence for the players concerned."""
    tells_by_itself: ClassVar[bool] = False
    """Set if its service notifies the player itself, so that no other notice is sent."""

    about: ClassVar[str] = "player"
    """The kind of thing that `subject_id` names."""
    is_done_to_player: ClassVar[bool] = False
    """Set if it affects the player of the case, at the table or in the tournament that `subject_id` names."""
    severity: ClassVar[Severity] = Severity.ORDINARY
    has_end: ClassVar[bool] = False
    can_be_lifted: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "slug" in vars(cls):
            assert cls.slug not in KINDS, cls.slug
            assert len(cls.slug) <= 20, cls.slug
            KINDS[cls.slug] = cls()
            log.SENTENCES[f"act-{cls.slug}"] = format_lazy("{{by}} · {label} · {{player}}", label=cls.label)

    def severity_of(self, until: datetime | None, now: datetime) -> Severity:
        """Return how severe it is; kinds with an end are severe if they last long."""
        if self.has_end and (until is None or until - now > LONG):
            return Severity.SEVERE
        return self.severity

    def check_fits(self, case: Case) -> None:  # noqa: B027 (most fit every case)
        """Raise UserError unless an act of this kind suits the case."""

    @abstractmethod
    def find(self, act: Act) -> list[Player]:
        """Check that the act's subject exists, set the act's player, and return the players concerned, who are told.

        Raises UserError (no-such-subject, and others) if there is nothing to be done.
        """

    @abstractmethod
    def do(self, act: Act, by: Moderator, now: datetime) -> Details:
        """Do it, in a transaction; return what is needed to undo it. Raises UserError."""

    def undo(self, act: Act, by: Moderator, now: datetime) -> None:
        """Undo it, in a transaction, unless its subject has changed since. Idempotent."""
        raise NotImplementedError

    def tell_lifted(self, act: Act, player: Player) -> None:
        """Tell a player concerned that it was undone."""
        notices.tell_lifted(act, player, self.told)


def no_such_subject() -> UserError:
    return UserError("no-such-subject", _("There is nothing here that this could be done to."))
