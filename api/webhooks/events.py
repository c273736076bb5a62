"""What webhooks are told: read from what has happened, so that nothing is lost or told before it is certain."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Q, QuerySet

from api.models import Delivery, Webhook
from api.rest.base.parts import link_to
from tournaments.base.permissions import may_organise
from tournaments.models import Board, Round, Tournament
from tournaments.pages.exports import files
from tournaments.pages.rounds import entries_of

PUBLISHED, RESULT, FINISHED = "round-published", "result", "finished"


def keys_of(tournament: Tournament, told: Collection[str] = ()) -> dict[str, str]:
    """Return what has happened so far: the kind of each event by its key. Sealed results have not happened yet.

    A result that differs from the one `told` last is an event of its own, whether it was corrected, replayed or put
    back.
    """
    rounds = tournament.played_rounds.exclude(status=Round.Status.HELD)
    happened = {f"round-{number}": PUBLISHED for number in rounds.values_list("number", flat=True)}
    boards = Board.objects.filter(round__in=rounds, is_done=True)
    if tournament.duplicate and tournament.status == Tournament.Status.RUNNING:
        boards = boards.exclude(Q(round__status=Round.Status.RUNNING))
    happened |= dict.fromkeys(_keys_of_results(boards, told), RESULT)
    if tournament.status == Tournament.Status.FINISHED:
        happened[FINISHED] = FINISHED
    return happened


def _keys_of_results(boards: QuerySet[Board], told: Collection[str]) -> Iterator[str]:
    """Yield `result-ROUND-TABLE-N-DIGEST` for each result; the first one told of a table has the number 0."""
    last: dict[str, tuple[int, str]] = {}
    for key in told:
        table, number, digest = _parts(key)
        last[table] = max((number, digest), last.get(table, (-1, "")))
    for board in boards.select_related("round").prefetch_related("places"):
        table = f"result-{board.round.number}-{board.number}"
        scores = [[place.entry_id, place.score] for place in sorted(board.places.all(), key=lambda one: one.seat or 0)]
        digest = sha256(json.dumps(scores, sort_keys=True).encode()).hexdigest()[:8]
        number, before = last.get(table, (-1, ""))
        yield f"{table}-{number}-{digest}" if digest == before else f"{table}-{number + 1}-{digest}"


def _parts(key: str) -> tuple[str, int, str]:
    """Return the table of a result's key, with its number and digest."""
    table, number, digest = key.rsplit("-", 2) if key.count("-") == 4 else (key, "0", "")
    return table, int(number), digest


def note_past(webhook: Webhook, now: datetime) -> None:
    """Note what happened before the webhook was set up, which is not told."""
    past = Delivery.State.PAST
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, event=event, key=key, state=past, made_at=now)
        for key, event in keys_of(webhook.tournament).items()
    )


def note(webhook: Webhook, now: datetime) -> int:
    """Store what is to be told to a webhook, once, and return how much it is. It may be called twice or late."""
    tournament = Tournament.objects.select_related("club", "chain", "organiser").get(pk=webhook.tournament_id)
    version, told = tournament.version, set(webhook.deliveries.values_list("key", flat=True))
    new = {key: event for key, event in keys_of(tournament, told).items() if key not in told}
    if not may_organise(tournament, webhook.player):
        Webhook.objects.filter(pk=webhook.pk, off_at=None).update(off_at=now)
        return 0
    deliveries = [
        Delivery(webhook=webhook, event=new[key], key=key, content=content, made_at=now, due_at=now)
        for key, content in _contents(tournament, new)
    ]
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)
    Webhook.objects.filter(pk=webhook.pk).update(seen_version=version)
    return len(deliveries)


def _contents(tournament: Tournament, new: dict[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the messages for new events, as far as everybody may know of them who may see the tournament."""
    about = {"id": tournament.pk, "name": tournament.name, "url": link_to(tournament)}
    if new.keys() - {FINISHED}:
        names = {entry.pk: entry.name for entry in entries_of(tournament).values()}
        results = {_parts(key)[0]: key for key, event in new.items() if event == RESULT}
        for shown in files.rounds_json(tournament, names):
            number = shown["number"]
            if (key := f"round-{number}") in new:
                yield key, {"event": PUBLISHED, "tournament": about, "round": shown}
            for board in shown["tables"]:
                if key := results.get(f"result-{number}-{board['number']}", ""):
                    yield key, {"event": RESULT, "tournament": about, "round": number, "table": board}
    if FINISHED in new:
        standings, of_teams = files.standings_json(tournament), files.team_standings_json(tournament)
        yield FINISHED, {"event": FINISHED, "tournament": about, "standings": standings, "team_standings": of_teams}
