"""Carry out acts: check, notify and log in one transaction. Acts beyond a moderator's role wait for a second one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import notices as all_notices
from accounts import roles
from accounts.models import Player
from accounts.standing import Moderator
from common.errors import UserError
from moderation import log, notices
from moderation.acts.base import KINDS, ActKind
from moderation.acts.closeness import check_is_not_close
from moderation.evidence import is_involved
from moderation.models import Act, ReasonTemplate
from moderation.services import cases
from moderation.services.judging import check_may_judge

LONGEST_REASON = 500

State = Act.State


@transaction.atomic
def carry_out(
    *,
    kind: str,
    case_id: int,
    by: Player,
    now: datetime,
    player: Player | None = None,
    subject_id: str = "",
    template: ReasonTemplate | None = None,
    reason: str = "",
    note: str = "",
    until: datetime | None = None,
) -> Act:
    """Act on a case that the moderator has claimed, or propose it to a second moderator. A repeated act counts once.

    Acts on players name the `player`, others the id of their subject. The reason comes from a template, in the
    recipient's language, or is written. Raises UserError (no-such-act, as `check_holds`, not-allowed, own-case,
    bad-field, no-reason, no-such-subject, and what the services raise).
    """
    case, chosen = cases.check_holds(case_id, by), kind_of(kind)
    severity = chosen.severity_of(until, now)
    if not roles.may_act(by, severity):
        raise UserError("not-allowed", _("Your role does not allow you to do that."))
    act = Act(
        case=case,
        kind=kind,
        player=player,
        subject_kind=chosen.about,
        subject_id=subject_id or (str(player.pk) if player else ""),
        by=by,
        at=now,
        template=template,
        note=" ".join(note.split())[:LONGEST_REASON],
        ends_at=_checked_end(chosen, until, now),
    )
    chosen.check_fits(case)
    concerned = chosen.find(act)
    _check_is_nobodys_own(act, concerned, by, now)
    act.reason = _reason_for(act.player or next(iter(concerned), None), template, reason)
    same = _same_before(act)
    if same is not None:
        return same
    if roles.may_act_alone(by, severity):
        act.state = State.DONE
        act.save()
        return _take_effect(act, chosen, by, now)
    act.state = State.WAITING
    act.save()
    log.act_asked_for(act, by=by)
    return act


def kind_of(slug: str) -> ActKind:
    """Return the kind of act. Raises UserError (no-such-act)."""
    if slug not in KINDS:
        raise UserError("no-such-act", _("There is no such act."))
    return KINDS[slug]


def waits_for_another(kind: str, by: Player, until: datetime | None, now: datetime) -> bool:
    """Return whether an act of this kind by this moderator would wait for a second one."""
    return not roles.may_act_alone(by, kind_of(kind).severity_of(until, now))


@transaction.atomic
def approve(*, act_id: int, by: Player, now: datetime, answer: str = "") -> Act:
    """Let a waiting act take effect, and tell the moderator who proposed it. Idempotent.

    Raises UserError (not-allowed, own-act, own-case, past, and what the services raise).
    """
    act, chosen = _waiting(act_id, by, now)
    if act.state != State.WAITING:
        return act
    if act.ends_at is not None and act.ends_at <= now:
        raise UserError("past", _("Its end has passed by now: refuse it."))
    _check_is_nobodys_own(act, chosen.find(act), by, now)
    _second(act, State.DONE, by, now, answer)
    _take_effect(act, chosen, by, now)
    notices.tell_seconded(act, chosen.label)
    return act


@transaction.atomic
def refuse(*, act_id: int, by: Player, now: datetime, answer: str = "") -> Act:
    """Refuse a waiting act, and tell the moderator who proposed it. Idempotent.

    Raises UserError (not-allowed, own-act, own-case).
    """
    act, chosen = _waiting(act_id, by, now)
    if act.state == State.WAITING:
        _second(act, State.REFUSED, by, now, answer)
        act.save(update_fields=["state", "seconded_by", "seconded_at", "details"])
        log.act_refused(act, by=by)
        notices.tell_seconded(act, chosen.label)
    return act


def _second(act: Act, state: State, by: Player, now: datetime, answer: str) -> None:
    """Set what the second moderator has decided, and why; only moderators read the reason."""
    act.state, act.seconded_by, act.seconded_at = state, by, now
    if answer := " ".join(answer.split())[:LONGEST_REASON]:
        act.details = {**act.details, "answer": answer}


def _waiting(act_id: int, by: Player, now: datetime) -> tuple[Act, ActKind]:
    """Return an act, locked, and its kind, if this moderator may decide on it."""
    act = Act.objects.select_for_update(of=("self",)).select_related("case", "player").get(pk=act_id)
    chosen = kind_of(act.kind)
    if act.by_id == by.pk:
        raise UserError("own-act", _("Another moderator has to decide on what you have asked for."))
    if not roles.may_approve(by, chosen.severity_of(act.ends_at, act.at)):
        raise UserError("not-allowed", _("Your role does not allow you to do that."))
    check_may_judge(by, act.case)
    _check_is_nobodys_own(act, [], by, now)
    return act, chosen


@transaction.atomic
def lift(*, act_id: int, by: Player, now: datetime) -> Act:
    """Lift an act and tell those concerned. Idempotent. Raises UserError (lasting, not-allowed, own-case)."""
    act = Act.objects.select_related("case", "player").get(pk=act_id)
    chosen = kind_of(act.kind)
    if not chosen.can_be_lifted:
        raise UserError("lasting", _("This cannot be undone."))
    if not roles.may_act(by, chosen.severity_of(act.ends_at, act.at)):
        raise UserError("not-allowed", _("Your role does not allow you to do that."))
    check_may_judge(by, act.case)
    if act.player is not None:
        check_is_not_close(by, act.player, now)
    act, concerned = _take_back(act_id, by, now)
    for player in concerned:
        chosen.tell_lifted(act, player)
    return act


def lift_for_appeal(act: Act, by: Player, now: datetime) -> None:
    """Lift an act because its player's appeal was upheld; the answer tells them so. Idempotent."""
    _take_back(act.pk, by, now)


@transaction.atomic
def _take_back(act_id: int, by: Player, now: datetime) -> tuple[Act, list[Player]]:
    """Undo an act; return it and the players concerned. Callers check permissions. Idempotent: a second call returns
    no players."""
    act = Act.objects.select_for_update(of=("self",)).select_related("case", "player").get(pk=act_id)
    if act.state != State.DONE:
        return act, []
    chosen = kind_of(act.kind)
    concerned = [act.player] if act.player else chosen.find(act)
    chosen.undo(act, Moderator(by, act.case_id), now)
    act.state, act.lifted_by, act.lifted_at = State.LIFTED, by, now
    act.save(update_fields=["state", "lifted_by", "lifted_at"])
    log.act_lifted(act, by=by)
    return act, concerned


def _take_effect(act: Act, chosen: ActKind, by: Player, now: datetime) -> Act:
    concerned = chosen.find(act)
    act.details = {**act.details, **chosen.do(act, Moderator(by, act.case_id), now)}
    act.save()
    if not chosen.tells_by_itself:
        for player in concerned:
            notices.tell_act(act, player, chosen.told, _reason_for(player, act.template, act.reason))
    log.act_done(act, by=by)
    return act


def _checked_end(chosen: ActKind, until: datetime | None, now: datetime) -> datetime | None:
    """Return the end. Raises UserError (bad-field, past)."""
    if until is not None and not chosen.has_end:
        raise UserError("bad-field", _("This has no end."))
    if until is not None and until <= now:
        raise UserError("past", _("A sanction must end in the future."))
    return until


def _check_is_nobodys_own(act: Act, concerned: Collection[Player], by: Player, now: datetime) -> None:
    """Raise UserError (own-case) if the moderator is too close to anyone concerned, or involved in the subject."""
    for player in {*concerned, *([act.player] if act.player else [])}:
        check_is_not_close(by, player, now)
    if is_involved(act.subject_kind, act.subject_id, by):
        raise UserError("own-case", _("This concerns you: another moderator has to judge it."))


def _reason_for(player: Player | None, template: ReasonTemplate | None, reason: str) -> str:
    """Return the reason in the player's language. Raises UserError (no-reason, too-long)."""
    if template is not None and player is not None:
        with all_notices.localised_for(player):
            return template.text_in(player.language)
    reason = " ".join((reason or (template.text_in("") if template else "")).split())
    if not reason:
        raise UserError("no-reason", _("Say why: the player will want to know."))
    if len(reason) > LONGEST_REASON:
        sentence = _("This is too long: %(longest)d characters at most.")
        raise UserError("too-long", sentence % {"longest": LONGEST_REASON})
    return reason


def _same_before(act: Act) -> Act | None:
    """Return an identical act on the same case that is in force or waits, if any."""
    same = Act.objects.filter(case=act.case, kind=act.kind, player=act.player, subject_id=act.subject_id)
    return same.filter(reason=act.reason, state__in=[State.DONE, State.WAITING], ends_at=act.ends_at).first()
