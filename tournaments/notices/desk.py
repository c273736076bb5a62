"""Notices between players and organisers: calls from tables, appeals, invitations, and their answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.notices import Group, Kind, notify, register
from tournaments.base.permissions import organises_any
from tournaments.models import Appeal, Call, EntryInvitation, Tournament
from tournaments.notices.telling import tell

CALLED = register(
    Kind(
        slug="tournament-called",
        label=_("A player of my tournament calls me to a table"),
        sentence=_("{tournament}, table {table}: {name} calls the organisers: {text}"),
        group=Group.ORGANISING,
        by_mail=False,
        concerns=organises_any,
    )
)
ANSWERED = register(
    Kind(
        slug="tournament-answered",
        label=_("The organisers answer my call"),
        sentence=_("{tournament}, table {table}: {organiser} answers: {text}"),
        group=Group.TOURNAMENTS,
        by_mail=False,
    )
)
APPEALED = register(
    Kind(
        slug="tournament-appealed",
        label=_("A player appeals against an organiser of my tournament"),
        sentence=_("{tournament}: {name} appeals against a decision: {text}"),
        group=Group.ORGANISING,
        by_mail=True,
        concerns=organises_any,
    )
)
UPHELD = register(
    Kind(
        slug="tournament-appeal-upheld",
        label=_("My appeal in a tournament was upheld"),
        sentence=_("{tournament}: your appeal was upheld. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
TURNED_DOWN = register(
    Kind(
        slug="tournament-appeal-turned-down",
        label=_("My appeal in a tournament was turned down"),
        sentence=_("{tournament}: your appeal was turned down. Reason: {reason}"),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)

INVITED = register(
    Kind(
        slug="tournament-invited",
        label=_("An organiser invites me to a tournament"),
        sentence=_(
            "{organiser} invites you to play in {tournament}, {starts_at}. You can accept or decline as long as one "
            "may enter."
        ),
        group=Group.TOURNAMENTS,
        by_mail=True,
    )
)
DECLINED = register(
    Kind(
        slug="tournament-declined",
        label=_("A player declines my invitation to a tournament"),
        sentence=_("{name} is not coming to {tournament}."),
        group=Group.ORGANISING,
        by_mail=False,
        concerns=organises_any,
    )
)


def invited(tournament: Tournament, invitation: EntryInvitation) -> None:
    tell(
        INVITED,
        tournament,
        [invitation.player_id],
        key=invitation_key(invitation),
        gaps={"organiser": invitation.by.username},
    )


def declined(tournament: Tournament, invitation: EntryInvitation) -> None:
    name = Player.objects.values_list("username", flat=True).get(pk=invitation.player_id)
    tell(DECLINED, tournament, [invitation.by_id], key=invitation_key(invitation), gaps={"name": name})


def invitation_key(invitation: EntryInvitation) -> str:
    return f"{invitation.tournament_id} {invitation.pk}"


def called(tournament: Tournament, call: Call, organisers: Collection[int]) -> None:
    notify(
        kind=CALLED,
        players=organisers,
        key=str(call.pk),
        url=f"{tournament.get_absolute_url()}control/",
        gaps={
            "tournament": tournament.name,
            "table": call.board.number,
            "name": call.player.username,
            "text": call.text,
        },
    )


def answered(tournament: Tournament, call: Call, by: Player, text: str) -> None:
    gaps = {"table": str(call.board.number), "organiser": by.username, "text": text}
    tell(ANSWERED, tournament, [call.player_id], key=str(call.pk), gaps=gaps)


def appealed(appeal: Appeal, organisers: Iterable[int]) -> None:
    notify(
        kind=APPEALED,
        players=list(organisers),
        key=str(appeal.pk),
        url=f"{appeal.tournament.get_absolute_url()}control/",
        gaps={"tournament": appeal.tournament.name, "name": appeal.player.username, "text": appeal.text},
    )


def decided(appeal: Appeal) -> None:
    kind = UPHELD if appeal.is_upheld else TURNED_DOWN
    notify(
        kind=kind,
        players=[appeal.player_id],
        key=str(appeal.pk),
        url=f"{appeal.tournament.get_absolute_url()}decisions/",
        gaps={"tournament": appeal.tournament.name, "reason": appeal.reason},
    )
