"""Appeals: a player appeals once against a sanction or an act, and another moderator answers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import standing
from accounts.models import Player, Sanction
from common.errors import UserError
from moderation import notices
from moderation.models import Act, Appeal
from moderation.services import lifting
from moderation.services.judging import check_may_answer_appeals

LONGEST_APPEAL = 2000
LONGEST_ANSWER = 1000


@transaction.atomic
def appeal(*, player: Player, sanction: Sanction, text: str, now: datetime) -> Appeal:
    """Appeal against a sanction, even one that is over: it stays on the player's record unless it is lifted.

    Raises UserError (not-yours, lifted, bad-field, appealed).
    """
    sanction = Sanction.objects.select_for_update().get(pk=sanction.pk)
    if sanction.player_id != player.pk or sanction.kind == Sanction.Kind.SHADOWED:
        raise _not_yours()
    if sanction.lifted_at is not None:
        raise _lifted()
    text = _checked(text)
    act = Act.objects.filter(sanction=sanction).first()
    if Appeal.objects.filter(sanction=sanction).exists():
        raise _appealed()
    return Appeal.objects.create(player=player, sanction=sanction, act=act, text=text, sent_at=now)


@transaction.atomic
def appeal_against_act(*, player: Player, act: Act, text: str, now: datetime) -> Appeal:
    """Appeal against an act that is done. Raises UserError (not-yours, lifted, bad-field, appealed)."""
    act = Act.objects.select_for_update().get(pk=act.pk)
    if act.player_id != player.pk or not Act.objects.told().filter(pk=act.pk).exists():
        raise _not_yours()
    if act.state != Act.State.DONE:
        raise _lifted()
    text = _checked(text)
    if Appeal.objects.filter(act=act).exists():
        raise _appealed()
    return Appeal.objects.create(player=player, sanction=act.sanction, act=act, text=text, sent_at=now)


@transaction.atomic
def answer(*, appeal_id: int, by: Player, outcome: str, text: str, now: datetime) -> Appeal:
    """Answer an appeal, and tell the player. If it is upheld, sanction and act are lifted.

    Raises UserError (no-such-appeal, not-allowed, own-case, bad-field, answered).
    """
    appeal = Appeal.objects.select_for_update().filter(pk=appeal_id).first()
    if appeal is None:
        raise UserError("no-such-appeal", _("There is no such appeal."))
    check_may_answer(by, appeal)
    text = text.strip()
    if outcome not in Appeal.Outcome.values or not text or len(text) > LONGEST_ANSWER:
        raise UserError("bad-field", _("Choose an outcome, and give the player a reason of 1 to 1000 characters."))
    if appeal.answered_at is not None:
        raise UserError("answered", _("Another moderator has answered this appeal."))
    appeal.outcome, appeal.answer, appeal.answered_by, appeal.answered_at = outcome, text, by, now
    appeal.save(update_fields=["outcome", "answer", "answered_by", "answered_at"])
    if outcome == Appeal.Outcome.UPHELD:
        _lift(appeal, by, now)
    notices.tell_answer(appeal)
    return appeal


def check_may_answer(by: Player, appeal: Appeal) -> None:
    """Raise UserError (not-allowed, own-case): nobody answers their own appeal, or one against their own act."""
    check_may_answer_appeals(by)
    if by.pk in _involved(appeal):
        raise UserError("own-case", _("This concerns what you did: another moderator has to answer."))


def _involved(appeal: Appeal) -> set[int | None]:
    acted = [appeal.act.by_id, appeal.act.seconded_by_id, appeal.act.case.closed_by_id] if appeal.act else []
    imposed = [appeal.sanction.given_by_id] if appeal.sanction else []
    return {appeal.player_id, *acted, *imposed}


def _lift(appeal: Appeal, by: Player, now: datetime) -> None:
    if appeal.act is not None:
        lifting.lift(appeal.act, by=by, now=now)
    if appeal.sanction is not None:
        standing.lift(sanction_id=appeal.sanction.pk, now=now, by=by)


def _checked(text: str) -> str:
    text = text.strip()
    if not text or len(text) > LONGEST_APPEAL:
        raise UserError("bad-field", _("Say why you think it is wrong, in 1 to 2000 characters."))
    return text


def _not_yours() -> UserError:
    return UserError("not-yours", _("Only the player concerned can appeal."))


def _lifted() -> UserError:
    return UserError("lifted", _("This is lifted already: nothing is left to appeal against."))


def _appealed() -> UserError:
    return UserError("appealed", _("You have appealed against this already; there is one appeal for each decision."))
