"""Notices about the times of league matches: to be agreed, proposed, agreed, set, coming up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import At, Gap, Group, Kind, notify, register
from tournaments.base.permissions import organises_any
from tournaments.models import Board, HourProposal, Tournament
from tournaments.notices.telling import tell_organisers

TO_AGREE = register(
    Kind(
        slug="tournament-hour-to-agree",
        label=_("A league round of mine begins, and its time is to be agreed"),
        sentence=_("{tournament}, round {round} has begun: agree on a time for your match by {by}."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
MISSING = register(
    Kind(
        slug="tournament-hour-missing",
        label=_("The days to agree on a time are nearly over"),
        sentence=_("{tournament}, round {round}: no time has been agreed for your match yet. You have until {by}."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
PROPOSED = register(
    Kind(
        slug="tournament-hour-proposed",
        label=_("A time is proposed for a match of mine"),
        sentence=_("{tournament}, round {round}: {name} proposes to play on {at}."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
OFF = register(
    Kind(
        slug="tournament-hour-off",
        label=_("A proposed time is declined or withdrawn"),
        sentence=_("{tournament}, round {round}: {name} cannot play on {at}. Propose another time."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
AGREED = register(
    Kind(
        slug="tournament-hour-agreed",
        label=_("The time of a match of mine is agreed"),
        sentence=_("{tournament}, round {round}: it is agreed, your table opens on {at}."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
SET = register(
    Kind(
        slug="tournament-hour-set",
        label=_("The time of a match of mine is set, as none was agreed"),
        sentence=_("{tournament}, round {round}: your table opens on {at}, unless you all agree on another time."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
LOST = register(
    Kind(
        slug="tournament-hour-lost",
        label=_("A match of mine counts as missed, as no time was agreed"),
        sentence=_(
            "{tournament}, round {round}: no time was agreed by the deadline, so all of you have missed the match."
        ),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
NEAR = register(
    Kind(
        slug="tournament-hour-near",
        label=_("The time of a match of mine is coming up"),
        sentence=_("{tournament}, round {round}: your table opens on {at}."),
        group=Group.LEAGUES,
        by_mail=True,
    )
)
UNDECIDED = register(
    Kind(
        slug="tournament-hour-undecided",
        label=_("Players of my league have not agreed on a time"),
        sentence=_("{tournament}, round {round}, table {table}: no time was agreed. Set one by {by}."),
        group=Group.ORGANISING,
        by_mail=True,
        concerns=organises_any,
    )
)
LATE = register(
    Kind(
        slug="tournament-hour-late",
        label=_("The deadline for agreeing on a time has passed, and the organisers decide"),
        sentence=_(
            "{tournament}, round {round}: the deadline for agreeing on a time has passed. The organisers set it now, "
            "unless you all agree before they do."
        ),
        group=Group.LEAGUES,
        by_mail=True,
    )
)


def to_agree(tournament: Tournament, board: Board, players: Iterable[int], by: datetime) -> None:
    _tell(TO_AGREE, tournament, board, players, str(board.pk), {"by": At(by)})


def missing(tournament: Tournament, board: Board, players: Iterable[int], by: datetime) -> None:
    _tell(MISSING, tournament, board, players, str(board.pk), {"by": At(by)})


def proposed(tournament: Tournament, proposal: HourProposal, players: Iterable[int]) -> None:
    _tell(PROPOSED, tournament, proposal.board, players, _key(proposal), _of(proposal, proposal.player))


def off(tournament: Tournament, proposal: HourProposal, by: Player, players: Iterable[int]) -> None:
    _tell(OFF, tournament, proposal.board, players, _key(proposal), _of(proposal, by))


def agreed(tournament: Tournament, board: Board, players: Iterable[int]) -> None:
    _tell(AGREED, tournament, board, players, f"{_hour_of(board)} {tournament.version}", _at(board))


def was_set(tournament: Tournament, board: Board, players: Iterable[int]) -> None:
    """Tell players the time of their match, which follows from the rule or was set by the organisers."""
    _tell(SET, tournament, board, players, f"{_hour_of(board)} {tournament.version}", _at(board))


def lost(tournament: Tournament, board: Board, players: Iterable[int]) -> None:
    _tell(LOST, tournament, board, players, str(board.pk), {})


def near(tournament: Tournament, board: Board, players: Iterable[int], hours: int) -> None:
    """Remind the players `hours` before their match; remind them again only if its time is changed."""
    _tell(NEAR, tournament, board, players, f"{_hour_of(board)} {hours}", _at(board))


def undecided(tournament: Tournament, board: Board, players: Iterable[int], by: datetime) -> None:
    """Ask the organisers to set a time by `by`, and tell the players that they will."""
    tell_organisers(UNDECIDED, tournament, key=str(board.pk), round=board.round.number, table=board.number, by=At(by))
    _tell(LATE, tournament, board, players, str(board.pk), {})


def _key(proposal: HourProposal) -> str:
    return f"{proposal.pk} {int(proposal.made_at.timestamp())}"


def _of(proposal: HourProposal, by: Player) -> dict[str, Gap]:
    return {"name": by.username, "at": At(proposal.at)}


def _at(board: Board) -> dict[str, Gap]:
    assert board.opens_at is not None
    return {"at": At(board.opens_at)}


def _hour_of(board: Board) -> str:
    assert board.opens_at is not None
    return f"{board.pk} {int(board.opens_at.timestamp())}"


def _tell(
    kind: Kind, tournament: Tournament, board: Board, players: Iterable[int], key: str, gaps: dict[str, Gap]
) -> None:
    notify(
        kind=kind,
        players=list(players),
        key=key,
        url=reverse("tournaments:hour", args=[tournament.pk]),
        gaps={"tournament": tournament.name, "round": board.round.number, **gaps},
    )
