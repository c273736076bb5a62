"""What an outage must not take away: the time of a running round."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from tournaments.models import Round, Tournament
from tournaments.services.pausing import shift


@transaction.atomic
def give_time_back(*, gap: timedelta, now: datetime) -> int:
    """After an outage of `gap`, rounds that ran, or were about to, end that much later; how many tournaments. Of rounds
    on fixed dates those hold that are not past."""
    before = now - gap
    running = Tournament.objects.running().filter(paused_at=None)
    # first the tournament, then its rounds, as every step does
    dated = [one for one in running.select_for_update().order_by("pk") if one.days_between]
    for tournament in dated:
        shift(tournament, gap, now)
    rounds = Round.objects.filter(tournament__in=running.filter(days_between=0).values("pk"))
    rounds.filter(status=Round.Status.RUNNING, ends_at__gt=before).update(ends_at=F("ends_at") + gap)
    rounds.filter(status__in=[Round.Status.HELD, Round.Status.SEATED]).update(opens_at=F("opens_at") + gap)
    rounds.filter(status=Round.Status.FINISHED, number=F("tournament__round_number")).update(
        finished_at=F("finished_at") + gap
    )
    waiting = running.filter(next_at__isnull=False)
    waiting.filter(pk__in=[one.pk for one in dated]).update(next_at=now)
    return len(dated) + waiting.filter(days_between=0).update(next_at=F("next_at") + gap)
