"""What webhooks are told: read from what has happened, so that nothing is lost or told before it is certain."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Q

from api.models import Delivery, Webhook
from api.rest.parts import link_to
from tournaments.base.permissions import may_organise
from tournaments.models import Board, Round, Tournament
from tournaments.pages.exports import files
from tournaments.pages.rounds import entries_of

PUBLISHED, RESULT, FINISHED = "round-published", "result", "finished"


def keys_of(tournament: Tournament) -> dict[str, str]:
    """Return what has happened so far: the kind of each event by its key. Sealed results have not happened yet."""
    rounds = tournament.played_rounds.exclude(status=Round.Status.HELD)
    happened = {f"round-{number}": PUBLISHED for number in rounds.values_list("number", flat=True)}
    boards = Board.objects.filter(round__in=rounds, is_done=True)
    if tournament.duplicate and tournament.status == Tournament.Status.RUNNING:
        boards = boards.exclude(Q(round__status=Round.Status.RUNNING))
    happened |= {f"result-{number}-{board}": RESULT for number, board in boards.values_list("round__number", "number")}
    if tournament.status == Tournament.Status.FINISHED:
        happened[FINISHED] = FINISHED
    return happened


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
    new = {key: event for key, event in keys_of(tournament).items() if key not in told}
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
        for shown in files.rounds_json(tournament, names):
            number = shown["number"]
            if (key := f"round-{number}") in new:
                yield key, {"event": PUBLISHED, "tournament": about, "round": shown}
            for board in shown["tables"]:
                if (key := f"result-{number}-{board['number']}") in new:
                    yield key, {"event": RESULT, "tournament": about, "round": number, "table": board}
    if FINISHED in new:
        yield FINISHED, {"event": FINISHED, "tournament": about, "standings": files.standings_json(tournament)}
