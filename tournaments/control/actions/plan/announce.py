"""Announcing a draft."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.base.labels import when
from tournaments.control.actions.base import Action, Context, Done
from tournaments.life import clockwork, stages
from tournaments.models import Tournament
from tournaments.notices import members_told


class Announce(Action):
    slug = "announce"
    label = gettext_lazy("Announce it")
    log_sentence = gettext_lazy("The tournament was announced.")
    why_final = gettext_lazy("People may already know about it: change it or cancel it instead.")
    needs_reason = False

    def check(self, context: Context) -> None:
        stages.check_can_announce(context.tournament, context.now)

    def preview(self, context: Context) -> list[str]:
        tournament = context.tournament
        return [*_who_sees(tournament), _registration(tournament, context.now)]

    def do(self, context: Context) -> Done:
        stages.announce(tournament_id=context.tournament.pk, now=context.now)
        return Done()

    def follow_up(self, tournament_id: str, now: datetime) -> None:
        clockwork.advance(tournament_id=tournament_id, now=now)


def _who_sees(tournament: Tournament) -> list[str]:
    club = tournament.club
    if club is None:
        return [_("Everyone can see it from now on.")]
    sees = (
        _("All members of {club} can see it from now on.") if club.is_private else _("Everyone can see it from now on.")
    )
    told = len(members_told(tournament))
    tells = ngettext("{number} member of {club} is told.", "{number} members of {club} are told.", told)
    return [sees.format(club=club), tells.format(club=club, number=told)]


def _registration(tournament: Tournament, now: datetime) -> str:
    if tournament.registration_at <= now:
        return _("Registration opens at once.")
    return _("Registration opens on {date}.").format(date=when(tournament.registration_at))
