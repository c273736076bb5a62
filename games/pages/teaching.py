"""Offers of lessons, to players who have not finished a match of the game yet."""

from __future__ import annotations

from django.db.models import Exists, QuerySet

from accounts.models import Player
from common.database.compiled import compiled_once
from games.lessons.showing import LESSONS
from games.models import Seat


def lessons_for(player: Player | None) -> set[str]:
    """Return the games whose lessons are offered to the player; None is a visitor, who is offered all.

    Makes one query, which starts from the player's seats. Matches with a result are finished; if filtered by status,
    the database would scan all finished matches.
    """
    if player is None:
        return set(LESSONS)
    [knows] = _knows(player.pk)
    return {game for game, is_known in zip(LESSONS, knows, strict=True) if not is_known}


@compiled_once
def _knows(player: int) -> QuerySet[Player, tuple[bool, ...]]:
    seats = Seat.objects.filter(player=player, table__result__isnull=False)
    finished = [Exists(seats.filter(table__game=game)) for game in LESSONS]
    return Player.objects.filter(pk=player).values_list(*finished)
