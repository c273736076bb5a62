"""The events for webhooks, derived from the stored state, so that none is lost or sent before it is certain."""

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
    """Return the kinds of all events so far by their keys. Sealed results do not count yet.

    A result that differs from the last one in `told` is a new event, whether it was corrected, replayed or restored.
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
    """Yield `result-ROUND-TABLE-N-DIGEST` for each result, where N counts the results of a table from 0."""
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
    """Split the key of a result into its table, number and digest."""
    table, number, digest = key.rsplit("-", 2) if key.count("-") == 4 else (key, "0", "")
    return table, int(number), digest


def note_past(webhook: Webhook, now: datetime) -> None:
    """Record the events before the webhook was set up, which are not sent."""
    past = Delivery.State.PAST
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, event=event, key=key, state=past, made_at=now)
        for key, event in keys_of(webhook.tournament).items()
    )


def store_deliveries(webhook: Webhook, now: datetime) -> int:
    """Store deliveries of new events for a webhook; return how many. May be called twice or late.

    Switches the webhook off if its player may no longer organise the tournament.
    """
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
    """Yield the messages for new events, with only what everyone who can see the tournament may know."""
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
