"""Imposing and lifting sanctions. Callers check who may do so."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import notices
from accounts.models import Player, Sanction
from accounts.standing.causes import reason_of
from common.errors import UserError
from live.sessions import sessions_may_be_over

LONGEST_REASON = 500

IMPOSED = notices.register(
    notices.Kind(
        "sanction-imposed",
        _("I am warned, or may not do something for a while"),
        _("There is a warning or a restriction on your account. Reason: {reason}"),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)
SENT = notices.register(
    notices.Kind(
        "message-from-moderators",
        _("The moderators write to me"),
        _("The moderators write: “{reason}”"),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)
LIFTED = notices.register(
    notices.Kind(
        "sanction-lifted",
        _("A restriction of mine is lifted"),
        _("A restriction on your account has been lifted."),
        group=notices.Group.MODERATION,
        by_mail=True,
    )
)


@transaction.atomic
def impose(
    *,
    player: Player,
    kind: str,
    now: datetime,
    reason: str = "",
    cause: str = "",
    until: datetime | None = None,
    by: Player | None = None,
) -> Sanction:
    """Impose a sanction, which takes effect at once, even on open sockets.

    Without `by`, the site itself imposes it and gives a `cause` instead of a reason. Raises UserError (no-reason,
    too-long, past).
    """
    reason = " ".join(reason.split())
    if not reason and not cause:
        raise UserError("no-reason", _("Say why: the player will want to know."))
    if len(reason) > LONGEST_REASON:
        sentence = _("This is too long: %(longest)d characters at most.")
        raise UserError("too-long", sentence % {"longest": LONGEST_REASON})
    if until is not None and until <= now:
        raise UserError("past", _("A sanction must end in the future."))
    player = Player.objects.select_for_update().get(pk=_whom(player, kind))
    sanction = Sanction.objects.create(
        player=player, kind=kind, reason=reason, cause=cause, starts_at=now, ends_at=until, given_by=by
    )
    if kind != Sanction.Kind.SHADOWED:
        Player.objects.filter(pk=player.pk).update(is_sanctioned=True)
    _tell(sanction)
    for player_id in (player.pk, *player.bots.values_list("pk", flat=True)):
        sessions_may_be_over(player_id)
    return sanction


def _whom(player: Player, kind: str) -> int:
    """Return the id of the player who gets a sanction: one that has to be read goes to a bot's owner, who can read."""
    return player.bot_owner_id if player.bot_owner_id and kind in Sanction.TO_BE_READ else player.pk


def _tell(sanction: Sanction) -> None:
    if sanction.kind == Sanction.Kind.SHADOWED:
        return
    with notices.localised_for(sanction.player):
        reason = reason_of(sanction)
    url = reverse("accounts:standing")
    key = str(sanction.pk)
    kind = SENT if sanction.kind == Sanction.Kind.MESSAGE else IMPOSED
    notices.notify(kind=kind, players=[sanction.player_id], key=key, url=url, gaps={"reason": reason})


@transaction.atomic
def lift(*, sanction_id: int, now: datetime, by: Player | None = None) -> None:
    """Lift a sanction. Idempotent. Callers notify the player, with `tell_lifted` or in the answer to an appeal."""
    sanction = Sanction.objects.select_for_update().get(pk=sanction_id)
    if sanction.lifted_at is not None:
        return
    Sanction.objects.filter(pk=sanction_id).update(lifted_at=now, lifted_by=by)
    if sanction.kind == Sanction.Kind.SHADOWED:
        return
    clear_sanctioned_flag(sanction.player)
    sessions_may_be_over(sanction.player_id)


def tell_lifted(sanction: Sanction) -> None:
    """Notify the player that a sanction is lifted, unless they were never told of it."""
    if sanction.kind != Sanction.Kind.SHADOWED:
        url = reverse("accounts:standing")
        notices.notify(kind=LIFTED, players=[sanction.player_id], key=str(sanction.pk), url=url, gaps={})


def note_read(*, player: Player, sanction_id: int, now: datetime) -> None:
    """Note that the player has read a warning or a message, which then no longer restricts them. Idempotent."""
    Sanction.objects.filter(pk=sanction_id, player=player, read_at=None).update(read_at=now)


def in_force(player: Player) -> QuerySet[Sanction]:
    """Return the sanctions in force of which the player is told, the longest first."""
    return Sanction.objects.told().in_force(timezone.now()).filter(player=player).longest_first()


def is_shadowed(player: Player) -> bool:
    """Return whether what the player writes is hidden from everybody else; for a bot, its owner counts as well."""
    shadows = Sanction.objects.filter(player__in=player.answerable, kind=Sanction.Kind.SHADOWED)
    return shadows.in_force(timezone.now()).exists()


@transaction.atomic
def clear_sanctioned_flag(player: Player) -> None:
    """Clear `is_sanctioned` once no sanction is in force, so that pages stop looking for any."""
    Player.objects.select_for_update().get(pk=player.pk)
    if not in_force(player).exists():
        Player.objects.filter(pk=player.pk).update(is_sanctioned=False)
