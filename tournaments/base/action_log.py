"""The log of a tournament: what its organisers did by hand, and what the site itself did when it had been away.

Each kind of line has a sentence with gaps; the line keeps what fills them, so that everyone reads it in their language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models import Act, Tournament

CANNOT_BE_UNDONE = _("This cannot be undone.")
UNDO = "undo"
"""The kind of line that tells of another one, which fills its gap `done`."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """What is said of an action in the log, and why it cannot be undone if it cannot."""

    slug: str
    sentence: Promise | str
    why_final: Promise | str = CANNOT_BE_UNDONE


KINDS: dict[str, LineKind] = {}


def register(kind: LineKind) -> LineKind:
    assert kind.slug not in KINDS, kind.slug
    KINDS[kind.slug] = kind
    return kind


LATE_START = register(
    LineKind("late-start", _("The site was away during check-in: the start was put off by {minutes} min."))
)
NO_CHECK_IN = register(
    LineKind(
        "no-check-in",
        _("The site was away during check-in: nobody has to check in, for the dates of the rounds hold."),
    )
)


def note(
    tournament: Tournament,
    by: Player | None,
    kind: LineKind,
    about: Mapping[str, Any],
    *,
    reason: str = "",
    before: Any = None,
) -> Act:
    """Add a line to the log; `by` is None for what the site did itself. `about` fills the gaps of its sentence, and
    `before` is what it takes to undo it. Call it after `write`, so that the line has the version that was made."""
    return Act.objects.create(
        tournament=tournament,
        by=by,
        what=kind.slug,
        about={**about, "version": tournament.version},
        reason=reason,
        before=before,
    )


def describe(act: Act) -> str:
    """Return the line in the reader's language; one of a kind that is no longer known is named by its slug."""
    kind = KINDS.get(act.what)
    if kind is None:
        return act.what
    about = dict(act.about)
    if act.what == UNDO:
        about["done"] = describe(Act(what=about["what"], about=about["about"]))
    return str(kind.sentence).format(**about)


def why_final(act: Act) -> str:
    """Return why an action without a way back has none."""
    kind = KINDS.get(act.what)
    return str(kind.why_final if kind else CANNOT_BE_UNDONE)
