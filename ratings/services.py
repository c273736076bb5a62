"""Counts matches for ratings, in the order in which they finished.

The rows of a match depend only on it and on earlier matches, so counting it twice writes the same rows. If a result is
voided, annulled, corrected or restored, all matches from that one on are counted again in batches; a player's rating
stays as it was until the recount has reached their last match.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery

from accounts.models import Player
from games.models import Table
from ratings.counting import Result, results
from ratings.models import Counted, RatedMatch, RatedSeat, Rating
from ratings.skill import Skill, after_match

AT_ONCE = 100
"""How many matches are counted in one transaction."""
SETTLED_AFTER = timedelta(seconds=10)
"""How long after its end a match is counted; by then, the ends of earlier matches are stored as well."""


def catch_up(*, game: str, now: datetime) -> int:
    """Count matches of a game that are not yet counted; return how many were checked, at most `AT_ONCE`."""
    with transaction.atomic():
        Counted.objects.get_or_create(game=game)
        done = Counted.objects.select_for_update().get(game=game)
        if done.redo_from is not None:
            _go_back(done)
        if done.finished_at is not None and done.finished_at > now:  # the clock was ahead and has been set back
            done.finished_at, done.table = now - SETTLED_AFTER, ""
        tables = _next(done, now)
        if tables:
            _count(game, tables)
            done.finished_at, done.table = tables[-1].finished_at, tables[-1].pk
        done.save()
    return len(tables)


def mark_for_recount(*, tables: Collection[str]) -> None:
    """Mark these matches, and all that finished after them, for a recount. Call it in the transaction of the change."""
    finished = Table.objects.filter(pk__in=tables, finished_at__isnull=False)
    first: dict[str, datetime] = {}
    for game, at in finished.values_list("game", "finished_at"):
        assert at is not None
        first[game] = min(at, first.get(game, at))
    for game, at in sorted(first.items()):
        Counted.objects.get_or_create(game=game)
        later = Q(redo_from=None) | Q(redo_from__gt=at)
        Counted.objects.filter(later, game=game).update(redo_from=at)


def mark_all_for_recount(*, game: str) -> None:
    """Mark all matches of a game for a recount."""
    Counted.objects.filter(game=game).update(finished_at=None, table="", redo_from=None)


def waits(table: Table) -> bool:
    """Return whether a finished match counts, but has not been counted yet."""
    done = Counted.objects.filter(game=table.game).first()
    return not (done and _has_passed(done, table)) and any(results([table]))


def _has_passed(done: Counted, table: Table) -> bool:
    """Return whether a finished match has been checked, and is not to be checked again."""
    assert table.finished_at is not None
    if done.finished_at is None or (done.redo_from is not None and done.redo_from <= table.finished_at):
        return False
    return (table.finished_at, table.pk) <= (done.finished_at, done.table)


def _go_back(done: Counted) -> None:
    """Go back to the first match that has changed, unless it has not been counted yet."""
    assert done.redo_from is not None
    if done.finished_at is not None and done.redo_from <= done.finished_at:
        done.finished_at, done.table = done.redo_from, ""
    done.redo_from = None


def _next(done: Counted, now: datetime) -> list[Table]:
    tables = Table.objects.finished().filter(game=done.game, finished_at__lte=now - SETTLED_AFTER)
    if done.finished_at is not None:
        tables = tables.filter(Q(finished_at__gt=done.finished_at) | Q(finished_at=done.finished_at, pk__gt=done.table))
    return list(tables.order_by("finished_at", "pk")[:AT_ONCE])


def _count(game: str, tables: Sequence[Table]) -> None:
    """Replace the rows of these matches, given in order, and update the ratings of all players concerned."""
    ids = [table.pk for table in tables]
    old = RatedSeat.objects.filter(match__in=ids)
    concerned = set(old.values_list("player", flat=True))
    RatedMatch.objects.filter(pk__in=ids).delete()
    found = list(results(tables))
    players = {player for result in found for player in result.players}
    before = _last_seats(game, players, tables[0])
    RatedMatch.objects.bulk_create(
        RatedMatch(table_id=one.table, game=game, finished_at=one.finished_at) for one in found
    )
    RatedSeat.objects.bulk_create(_seats(game, found, before))
    _write_ratings(game, concerned | players)


def _seats(game: str, found: Iterable[Result], before: dict[int, RatedSeat]) -> list[RatedSeat]:
    """Return the rated seats of these matches; `before` maps players to their last one so far, and is updated."""
    seats = []
    for result in found:
        last = [before.get(player) for player in result.players]
        skills = [Skill(one.mu, one.sigma) if one else Skill() for one in last]
        for player, place, was, is_now, one in zip(
            result.players, result.places, skills, after_match(skills, result.places), last, strict=True
        ):
            before[player] = RatedSeat(
                match_id=result.table,
                player_id=player,
                game=game,
                finished_at=result.finished_at,
                place=place,
                of=len(result.players),
                mu_before=was.mu,
                mu=is_now.mu,
                sigma=is_now.sigma,
                number=one.number + 1 if one else 1,
            )
            seats.append(before[player])
    return seats


def _last_seats(game: str, players: Collection[int], until: Table | None = None) -> dict[int, RatedSeat]:
    """Return the last rated seat of each player, or the last one before a match."""
    own = RatedSeat.objects.filter(player=OuterRef("pk"), game=game).order_by("-finished_at", "-match")
    if until is not None:
        at_once = Q(finished_at=until.finished_at, match__lt=until.pk)
        own = own.filter(Q(finished_at__lt=until.finished_at) | at_once)
    last = Player.objects.filter(pk__in=players).values_list(Subquery(own.values("pk")[:1]), flat=True)
    return {seat.player_id: seat for seat in RatedSeat.objects.filter(pk__in=[pk for pk in last if pk])}


def _write_ratings(game: str, players: Collection[int]) -> None:
    """Write the last rated seat of each player as their rating; deleted players have none."""
    last = _last_seats(game, players)
    active = set(Player.objects.filter(pk__in=players, is_active=True).values_list("pk", flat=True))
    Rating.objects.filter(game=game, player__in=[one for one in players if one not in last]).delete()
    Rating.objects.bulk_create(
        (one.rating for player, one in last.items() if player in active),
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["mu", "sigma", "matches", "rated_at"],
    )
