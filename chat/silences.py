"""Muting a player in one room for a time, by those who run the place of the room."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from chat.models import Silence, SilenceQuerySet
from chat.rooms import Room
from common.database.compiled import compiled_once
from common.errors import UserError


def check_may_moderate(room: Room, by: Player) -> None:
    """Raise UserError (no-right) unless the player runs the place of the room."""
    if not room.may_moderate(by):
        raise UserError("no-right", _("Only those who run this place can do that."))


def check_is_not_silenced(room: Room, player: Player, now: datetime) -> None:
    """Raise UserError (silenced) if the player is muted in the room."""
    for silence in _in_force_for(room.key, player.pk, now):
        end = date_format(timezone.localtime(silence.until), "DATETIME_FORMAT")
        sentence = _("You are muted in this chat until %(end)s. Reason: %(reason)s")
        raise UserError("silenced", sentence % {"end": end, "reason": silence.reason})


@compiled_once
def _in_force_for(room: str, player: int, now: datetime) -> QuerySet[Silence]:
    return Silence.objects.filter(room=room, player=player, until__gt=now)


def in_force(room: Room, now: datetime) -> SilenceQuerySet:
    return all_in(room).filter(until__gt=now)


def all_in(room: Room) -> SilenceQuerySet:
    return Silence.objects.filter(room=room.key)


@transaction.atomic
def silence(room: Room, *, player: Player, by: Player, until: datetime, reason: str) -> Silence:
    """Mute a player in a room until a moment, in place of an earlier silence.

    Raises UserError (no-right, self, in-charge).
    """
    check_may_moderate(room, by)
    if player.pk == by.pk:
        raise UserError("self", _("You cannot mute yourself."))
    if room.may_moderate(player):
        raise UserError("in-charge", _("Those who run this place cannot be muted in its chat."))
    found, _is_new = Silence.objects.update_or_create(
        room=room.key, player=player, defaults={"by": by, "until": until, "reason": reason}
    )
    return found


@transaction.atomic
def lift_silence(room: Room, *, player_id: int, by: Player) -> None:
    """Let a player write in a room again. Idempotent. Raises UserError (no-right)."""
    check_may_moderate(room, by)
    Silence.objects.filter(room=room.key, player=player_id).delete()
