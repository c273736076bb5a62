"""The chat on a tournament's page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

import chat.services as chat
from accounts.models import Player
from chat.rooms import Pace, Room
from clubs.services.joining import check_ban
from common.errors import UserError
from live.hub import News
from tournaments.base.permissions import check_is_not_frozen, may_organise, may_see
from tournaments.base.snapshot import is_sealed
from tournaments.models import Tournament

SEALED = "sealed"


class TournamentRoom(Room):
    """The chat of a tournament, open to everyone with an account who may see the page."""

    kind = "tournament"
    label = _("tournament")
    pace = Pace(lines=5, of_all=40, within=timedelta(seconds=15))

    def __init__(self, place: str, tournament: Tournament | None = None) -> None:
        super().__init__(place)
        self._known = tournament

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        return cls(tournament.pk, tournament)

    @cached_property
    def tournament(self) -> Tournament:
        return self._known or Tournament.objects.select_related("club").get(pk=self.place)

    @property
    def address(self) -> str:
        return reverse("tournaments:tournament", args=[self.place])

    def check_may_speak(self, player: Player, now: datetime) -> None:
        """Raise UserError (guest, frozen, banned, sealed)."""
        if player.is_guest:
            raise UserError("guest", _("Guests can read here. Keep your account first, then you can say something."))
        check_is_not_frozen(self.tournament)
        if self.tournament.club is not None:
            check_ban(self.tournament.club, player, now)
        if is_sealed(self.tournament):
            sentence = _("The chat is closed while everyone plays the same tiles; it reopens when the round is over.")
            raise UserError(SEALED, sentence)

    def may_moderate(self, player: Player) -> bool:
        return may_organise(self.tournament, player)

    def may_read(self, player: Player | None) -> bool:
        return may_see(self.tournament, player)

    def news(self, message: str) -> News:
        return News(self.tournament.room, everyone=[message])


def refusal_to_speak(tournament: Tournament, player: Player) -> UserError | None:
    """Return why the player may not write on the tournament's page; None if the chat is only closed for a round."""
    try:
        chat.check_may_speak(TournamentRoom.of(tournament), player, timezone.now())
    except UserError as refusal:
        return None if refusal.code == SEALED else refusal
    return None
