"""Finds conflicts of interest: nobody judges themselves, people they play with, or people with a block between them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import kept_apart
from clubs.models import Club
from common.errors import UserError
from games.models import Seat, Table
from tournaments.models import Entry, Tournament

LATELY = timedelta(days=1)


def check_is_not_close(by: Player, player: Player, now: datetime) -> None:
    """Raise UserError (own-case) if the moderator has a conflict of interest about the player.

    One sentence covers all reasons, so that nobody learns of being blocked.
    """
    if by.pk in player.answerable:
        raise UserError("own-case", _("This concerns you: another moderator has to judge it."))
    if _is_close(by, player, now):
        sentence = _(
            "You have met this player lately (at a table, in a club or a tournament), or one of you has blocked the "
            "other: another moderator has to judge it."
        )
        raise UserError("own-case", sentence)


def _is_close(by: Player, player: Player, now: datetime) -> bool:
    return (
        player.pk in kept_apart(by)
        or Club.objects.alive().of(by).filter(pk__in=Club.objects.of(player)).exists()
        or _shared_tables(by, player, now)
        or _shared_tournaments(by, player)
    )


def _shared_tables(by: Player, player: Player, now: datetime) -> bool:
    own, theirs = (Seat.objects.filter(player=one).values("table") for one in (by, player))
    of_both = Table.objects.filter(pk__in=own).filter(pk__in=theirs)
    return of_both.filter(Q(finished_at=None) | Q(finished_at__gt=now - LATELY)).exists()


def _shared_tournaments(by: Player, player: Player) -> bool:
    theirs = Entry.objects.filter(player=player).exclude(status=Entry.Status.WITHDRAWN).values("tournament")
    own = Entry.objects.filter(player=by).exclude(status=Entry.Status.WITHDRAWN).values("tournament")
    going_on = Tournament.objects.filter(Q(pk__in=theirs) | Q(organiser=player), finished_at=None)
    return going_on.filter(Q(pk__in=own) | Q(organiser=by) | Q(helpers=by)).exists()
