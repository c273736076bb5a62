"""Metrics that are looked up when Prometheus asks: queues, workers, sweeps, tables, letters."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from accounts.models import Mail, Notice
from games.models import Table
from games.state import dispatch
from health import checks, signs
from telemetry import metrics

KEPT_STATES = (Table.Status.OPEN, Table.Status.RUNNING)


class Lookups(Collector):
    def collect(self) -> Iterable[Metric]:
        yield from _of_the_queues()
        sweeps = GaugeMetricFamily("boneyard_sweep_age_seconds", "Time since the last sweep.", labels=["name"])
        for check in checks.sweeps():
            if check.number is not None:
                sweeps.add_metric([check.name.removeprefix("sweep of ")], check.number)
        yield sweeps
        late = "Tables at which the site should have acted more than 30 seconds ago."
        yield GaugeMetricFamily("boneyard_tables_overdue", late, checks.overdue().number)
        tables = GaugeMetricFamily("boneyard_tables", "Tables that are open or running.", labels=["status"])
        counted = Table.objects.filter(status__in=KEPT_STATES).values_list("status").annotate(Count("pk"))
        for status, many in counted.order_by():
            tables.add_metric([status], many)
        yield tables
        letters = GaugeMetricFamily("boneyard_letters", "Letters to players.", labels=["state"])
        for state in (Mail.WAITING, Mail.FAILED):
            letters.add_metric([state], Notice.objects.filter(mail=state).count())
        yield letters


def _of_the_queues() -> Iterable[Metric]:
    waiting = dispatch.waiting_by_queue()
    yield GaugeMetricFamily("boneyard_redis_up", "Whether Redis answers.", float(waiting is not None))
    lengths = GaugeMetricFamily("boneyard_queue_length", "Tasks waiting for a worker.", labels=["queue"])
    ages = GaugeMetricFamily(
        "boneyard_worker_age_seconds", "Time since a worker's last sign of life.", labels=["queue"]
    )
    for queue, many in (waiting or {}).items():
        lengths.add_metric([queue], many)
        age = signs.age(queue)
        if age is not None:
            ages.add_metric([queue], age)
    yield lengths
    yield ages


def exposition() -> bytes:
    """Return all metrics in Prometheus's text format: those counted in the processes and those looked up now."""
    looked_up = CollectorRegistry()
    looked_up.register(Lookups())
    return generate_latest(metrics.registry()) + generate_latest(looked_up)
