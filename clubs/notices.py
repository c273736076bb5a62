"""Notices about clubs. Call these functions in the transaction of the action itself."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import Group, Kind, notify, register
from clubs.models import Ban, Club, JoinRequest, Membership, Right


def answers_requests(player: Player) -> bool:
    """Return whether the player may answer requests to join, in any club."""
    return Membership.objects.filter(player=player, club__closed_at=None).with_right(Right.MEMBERS).exists()


REQUEST = register(
    Kind(
        slug="club-request",
        label=_("Somebody asks to join a club where I answer requests"),
        sentence=_("{name} would like to join {club}."),
        group=Group.CLUBS,
        by_mail=True,
        concerns=answers_requests,
    )
)
ACCEPTED = register(
    Kind(
        slug="club-accepted",
        label=_("A club accepts me"),
        sentence=_("You are now a member of {club}."),
        group=Group.CLUBS,
        by_mail=True,
    )
)
REFUSED = register(
    Kind(
        slug="club-refused",
        label=_("A club declines my request"),
        sentence=_("{club} has declined your request."),
        group=Group.CLUBS,
        by_mail=True,
    )
)
REMOVED = register(
    Kind(
        slug="club-removed",
        label=_("I am removed from a club"),
        sentence=_("You are no longer a member of {club}."),
        group=Group.CLUBS,
        by_mail=True,
    )
)
BANNED = register(
    Kind(
        slug="club-banned",
        label=_("A club bans me"),
        sentence=_("The officers of {club} have banned you. Their reason: {reason}"),
        group=Group.CLUBS,
        by_mail=True,
    )
)
ROLE = register(
    Kind(
        slug="club-role",
        label=_("My role in a club changes"),
        sentence=_("Your role in {club} has changed. The club's page says what you can do there."),
        group=Group.CLUBS,
        by_mail=True,
    )
)
OWNER = register(
    Kind(
        slug="club-owner",
        label=_("A club is handed over to me"),
        sentence=_("{name} has handed {club} over to you: you are its owner now."),
        group=Group.CLUBS,
        by_mail=True,
    )
)


def tell_of_request(request: JoinRequest, club: Club) -> None:
    """Notify everybody who may answer the request."""
    answering = Membership.objects.filter(club=club).with_right(Right.MEMBERS)
    notify(
        kind=REQUEST,
        players=list(answering.values_list("player", flat=True)),
        key=f"request-{request.pk}",
        url=reverse("clubs:desk", args=[club.slug]),
        gaps={"name": request.player.username, "club": club.name},
    )


def tell_of_answer(request: JoinRequest, club: Club) -> None:
    kind = ACCEPTED if request.answer == JoinRequest.Answer.ACCEPTED else REFUSED
    _tell(kind, request.player, club, f"answer-{request.pk}")


def tell_of_removal(membership: Membership, club: Club) -> None:
    _tell(REMOVED, membership.player, club, f"removed-{membership.pk}")


def tell_of_ban(ban: Ban, club: Club) -> None:
    _tell(BANNED, ban.player, club, f"ban-{ban.pk}", reason=ban.reason)


def tell_of_role(player: Player, club: Club, line_id: int) -> None:
    """Notify a player of a new role. `line_id` is the log line of the change, and keeps the notice unique."""
    _tell(ROLE, player, club, f"act-{line_id}")


def tell_of_handing_over(player: Player, club: Club, by: Player, line_id: int) -> None:
    """Notify the new owner. `line_id` is as in `tell_of_role`."""
    _tell(OWNER, player, club, f"act-{line_id}", name=by.username)


def _tell(kind: Kind, player: Player, club: Club, key: str, **gaps: str) -> None:
    notify(kind=kind, players=[player.pk], key=key, url=club.get_absolute_url(), gaps={"club": club.name, **gaps})
