"""Checks of who may judge what."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts import roles
from accounts.models import Player
from common.errors import UserError
from moderation.evidence import is_involved
from moderation.models import Case


def check_is_on_the_team(player: Player) -> None:
    """Raise UserError (not-allowed) unless the player may read and claim cases."""
    if not roles.may_see_queue(player):
        raise UserError("not-allowed", _("Only moderators can do that."))


def check_may_answer_appeals(player: Player) -> None:
    """Raise UserError (not-allowed) unless the player may answer appeals."""
    if not roles.may_answer_appeals(player):
        raise UserError("not-allowed", _("Only moderators can do that."))


def check_may_judge(player: Player, case: Case) -> None:
    """Raise UserError (not-allowed, own-case) unless the player may judge the case.

    Nobody judges what they have reported, or what is about themselves, their bots, matches, clubs or tournaments.
    """
    check_is_on_the_team(player)
    is_about = case.player is not None and player.pk in case.player.answerable
    is_party = is_about or case.reports.filter(reporter=player).exists()
    if is_party or is_involved(case.subject_kind, case.subject_id, player):
        raise UserError("own-case", _("This concerns you: another moderator has to judge it."))
