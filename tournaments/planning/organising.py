"""Decides who may plan a tournament, and plans one with its helpers."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.standing import Right, check_may
from clubs.models import Club
from common.errors import UserError
from tournaments.base.permissions import check_may_plan_in
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.terms import Terms

MOST_UNFINISHED = 5
"""How many unfinished tournaments outside clubs a player may have planned."""
MOST_HELPERS = 20


def check_may_plan(player: Player, club: Club | None) -> None:
    """Raise UserError (guest, no-right, too-many) unless the player may plan a tournament there."""
    if player.is_guest:
        raise UserError("guest", _("Guests cannot plan tournaments: keep your account first, it takes a minute."))
    if club is not None:
        check_may_plan_in(club, player)
        return
    unfinished = Tournament.objects.filter(organiser=player, club=None, finished_at=None).count()
    if unfinished >= MOST_UNFINISHED:
        sentence = _("You have %(most)d tournaments that are not over. Finish, cancel or discard one of them first.")
        raise UserError("too-many", sentence % {"most": MOST_UNFINISHED})


def check_may_begin(player: Player, club: Club | None) -> None:
    """Raise UserError as `check_may_plan`, or for a sanction, which forbids new plans but does not stop a series."""
    check_may(player, Right.FOUND)
    check_may_plan(player, club)


class SentBefore(UserError):
    """The refusal of a form that was submitted before, with the tournament that it created."""

    def __init__(self, tournament: Tournament) -> None:
        sentence = _("This form has been sent before, and here is what it planned. To plan another, begin a new one.")
        super().__init__("sent-before", sentence)
        self.tournament = tournament


def check_not_sent(organiser: Player, form: str) -> None:
    """Raise SentBefore if the organiser's form with this token has created a tournament; an empty token passes."""
    sent = Tournament.objects.filter(organiser=organiser, sent_as=form).first() if form else None
    if sent is not None:
        raise SentBefore(sent)


@transaction.atomic
def organise(
    *, organiser: Player, terms: Terms, club: Club | None = None, helpers: Collection[Player] = (), form: str = ""
) -> Tournament:
    """Create a draft with helpers. Raises as `check_not_sent`, `check_may_begin` and `plan`, and UserError
    (too-many-helpers, guest-helper, helper-outside)."""
    organiser = Player.objects.select_for_update().get(pk=organiser.pk)
    check_not_sent(organiser, form)
    check_may_begin(organiser, club)
    tournament = plans.plan(organiser=organiser, club=club, terms=terms)
    if form:
        Tournament.objects.filter(pk=tournament.pk).update(sent_as=form)
    _set_helpers(tournament, helpers)
    return tournament


@transaction.atomic
def revise(*, tournament_id: str, by: Player, helpers: Collection[Player], to: Callable[[Terms], Terms]) -> Tournament:
    """Change the terms and the helpers. Raises as `change`, and UserError (too-many-helpers, guest-helper,
    helper-outside, or a sanction if what others read changes)."""

    def checked(before: Terms) -> Terms:
        after = to(before)
        if (after.name, after.description) != (before.name, before.description):
            check_may(by, Right.NAME)
        return after

    tournament = plans.change(tournament_id=tournament_id, to=checked)
    _set_helpers(tournament, helpers)
    return tournament


def _set_helpers(tournament: Tournament, helpers: Collection[Player]) -> None:
    if len(helpers) > MOST_HELPERS:
        sentence = _("At most %(most)d people can help.")
        raise UserError("too-many-helpers", sentence % {"most": MOST_HELPERS})
    if any(helper.is_guest for helper in helpers):
        raise UserError("guest-helper", _("Guests cannot help to organise."))
    _check_members(tournament.club, helpers)
    tournament.helpers.set([helper for helper in helpers if helper.pk != tournament.organiser_id])


def _check_members(club: Club | None, helpers: Collection[Player]) -> None:
    """Raise UserError (helper-outside) if a helper is not a member of the club."""
    if club is None:
        return
    members = set(club.memberships.filter(player__in=helpers).values_list("player", flat=True))
    outside = [helper.username for helper in helpers if helper.pk not in members]
    if outside:
        sentence = _("Only members of the club can help with its tournaments: %(names)s would have to join first.")
        raise UserError("helper-outside", sentence % {"names": ", ".join(outside)})
