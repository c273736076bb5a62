"""What reports, cases, acts and appeals hold about players."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from accounts.personal.deletion import erases, remembers
from accounts.personal.holdings import Holding, Row, Then, columns, exports, register
from moderation.models import Act, Appeal, Case, Note, PlayCheck, Report, Trace

ANSWERS_FOR_IT = "Staff stay accountable for what they did."
ABOUT_OTHERS = "It is about somebody else."
COMPUTED = "It is computed from matches, which the export has."
KEYED = "They are keyed hashes, from which nobody can read an address."
COUNTED = "Figures and earlier cases count it; what was written about the person is erased."

register(
    Holding(Report, "reporter", Then.DETACHED, section="reports_sent"),
    Holding(Case, "player", Then.KEPT, why=COUNTED, section="cases_about_me"),
    Holding(Act, "player", Then.KEPT, why=COUNTED, section="acts_about_me"),
    Holding(Appeal, "player", Then.KEPT, why=COUNTED, section="appeals"),
    Holding(PlayCheck, "player", Then.DELETED, left_out=COMPUTED),
    Holding(Trace, "player", Then.DELETED, left_out=KEYED),
    *(
        Holding(model, field, Then.KEPT, why=ANSWERS_FOR_IT, left_out=ABOUT_OTHERS)
        for model, field in (
            (Case, "claimed_by"),
            (Case, "closed_by"),
            (Act, "by"),
            (Act, "seconded_by"),
            (Act, "lifted_by"),
            (Appeal, "answered_by"),
            (Note, "by"),
        )
    ),
)


def _cases(player: Player) -> Iterator[Row]:
    """Yield the closed cases about the player; open ones are kept secret."""
    closed = Case.objects.about(player.pk).exclude(closed_at=None)
    yield from closed.values("kind", "opened_at", "closed_at", "outcome")


def _acts(player: Player) -> Iterator[Row]:
    """Yield the acts that concern the player, except those that wait for a second moderator or were refused."""
    done = Act.objects.about(player.pk).filter(state__in=[Act.State.DONE, Act.State.LIFTED])
    yield from done.values("kind", "at", "reason", "ends_at", "lifted_at")


exports("reports_sent", columns(Report, "reporter", "kind", "subject_kind", "subject_id", "text", "sent_at"))
exports("cases_about_me", _cases)
exports("acts_about_me", _acts)
exports("appeals", columns(Appeal, "player", "text", "sent_at", "outcome", "answer", "answered_at"))


@remembers
def has_open_case(player: Player, now: datetime) -> bool:
    return Case.objects.open().about(player.pk).exists()


@erases
def erase_texts_about(player: Player, neutral: str) -> None:
    """Erase evidence, notes and reasons of closed cases about the player, and the texts of appeals. Those of open cases
    are still needed, and expire after the case is closed."""
    closed = Case.objects.about(player.pk).exclude(closed_at=None).order_by()
    forget_evidence(list(closed.values_list("pk", flat=True)))
    Appeal.objects.filter(player=player, answered_at=None).update(text="")
    Appeal.objects.filter(player=player).exclude(answered_at=None).update(text="", answer="–")


def forget_evidence(cases: list[int]) -> None:
    """Erase the texts and the evidence of cases (by id); the acts stay, for the figures."""
    Report.objects.filter(case__in=cases).update(evidence={}, text="")
    Note.objects.filter(case__in=cases).delete()
    Act.objects.filter(case__in=cases).update(reason="", note="")
