"""The notices of moderation: the outcomes of reports and appeals, acts, and the decisions of second moderators."""

from __future__ import annotations

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import notices
from accounts.models import Player
from accounts.roles import may_see_queue
from moderation.models import Act, Appeal, Case

ACTED = notices.register(
    notices.Kind(
        "report-acted",
        _("A report of mine led to action"),
        _("Thank you for your report: a moderator has looked into it, and we have acted."),
        group=notices.Group.MODERATION,
        by_mail=False,
    )
)
NOT_ACTED = notices.register(
    notices.Kind(
        "report-no-action",
        _("A report of mine gave no reason to act"),
        _("Thank you for your report: a moderator has looked into it, and found no reason to act."),
        group=notices.Group.MODERATION,
        by_mail=False,
    )
)
UPHELD = notices.register(
    notices.Kind(
        "appeal-upheld",
        _("My appeal to the moderators was upheld"),
        _("Your appeal was upheld: what you appealed against is lifted. The answer: {answer}"),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)
REJECTED = notices.register(
    notices.Kind(
        "appeal-rejected",
        _("My appeal to the moderators was rejected"),
        _("Your appeal was rejected: the decision stands. The answer: {answer}"),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)


DONE = notices.register(
    notices.Kind(
        "act-done",
        _("A moderator has removed or stopped something of mine"),
        _("{what} Reason: {reason} If you think that is wrong, you can appeal."),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)
TAKEN_BACK = notices.register(
    notices.Kind(
        "act-taken-back",
        _("A moderator has taken such a decision back"),
        _("This has been taken back: {what}"),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)
SECONDED = notices.register(
    notices.Kind(
        "act-seconded",
        _("A second moderator has confirmed what I asked for"),
        _("{name} has confirmed what you asked for: {what}.{answer}"),
        group=notices.Group.MODERATION,
        by_mail=False,
        concerns=may_see_queue,
    )
)
NOT_SECONDED = notices.register(
    notices.Kind(
        "act-not-seconded",
        _("A second moderator has refused what I asked for"),
        _("{name} has refused what you asked for: {what}.{answer}"),
        group=notices.Group.MODERATION,
        by_mail=False,
        concerns=may_see_queue,
    )
)


def tell_act(act: Act, player: Player, what: str | Promise, reason: str) -> None:
    """Tell a player concerned what a moderator has done, and why. Only the act's own player can appeal."""
    with notices.localised_for(player):
        gaps = {"what": str(what), "reason": reason}
    address = reverse("moderation:appeal-act", args=[act.pk])
    url = address if act.player_id == player.pk else reverse("accounts:standing")
    notices.notify(kind=DONE, players=[player.pk], key=str(act.pk), url=url, gaps=gaps)


def tell_lifted(act: Act, player: Player, what: str | Promise) -> None:
    """Tell a player concerned that an act was lifted."""
    with notices.localised_for(player):
        gaps = {"what": str(what)}
    url = reverse("accounts:standing")
    notices.notify(kind=TAKEN_BACK, players=[player.pk], key=str(act.pk), url=url, gaps=gaps)


def tell_seconded(act: Act, label: str | Promise) -> None:
    """Tell the moderator who proposed an act what the second one has decided, and why if they gave a reason."""
    if act.by is None:
        return
    kind = NOT_SECONDED if act.state == Act.State.REFUSED else SECONDED
    answer = act.details.get("answer", "")
    with notices.localised_for(act.by):
        what = f"{label}, {act.player.username}" if act.player else str(label)
    gaps: dict[str, notices.Gap] = {
        "name": act.seconded_by.username if act.seconded_by else "–",
        "what": what,
        "answer": f" {answer}" if answer else "",
    }
    url = reverse("admin:desk_case", args=[act.case_id])
    notices.notify(kind=kind, players=[act.by.pk], key=str(act.pk), url=url, gaps=gaps)


def tell_outcome(case: Case) -> None:
    """Tell everyone who reported the matter how the case ended, in general words."""
    reporters = case.reports.exclude(reporter=None).values_list("reporter", flat=True).distinct()
    kind = ACTED if case.outcome == Case.Outcome.ACTED else NOT_ACTED
    url = reverse("moderation:reports")
    notices.notify(kind=kind, players=list(reporters.order_by("reporter")), key=str(case.pk), url=url, gaps={})


def tell_answer(appeal: Appeal) -> None:
    """Tell the player how the appeal was answered, and why."""
    kind = UPHELD if appeal.outcome == Appeal.Outcome.UPHELD else REJECTED
    of_sanction = appeal.sanction_id is not None
    address, key = ("appeal", appeal.sanction_id) if of_sanction else ("appeal-act", appeal.act_id)
    url = reverse(f"moderation:{address}", args=[key])
    gaps = {"answer": appeal.answer}
    notices.notify(kind=kind, players=[appeal.player_id], key=str(appeal.pk), url=url, gaps=gaps)
