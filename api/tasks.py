"""Celery tasks of webhooks. Every task may run twice, late or never."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from api.webhooks import services


@shared_task(ignore_result=True, expires=10)
def sweep_webhooks() -> None:
    """Store new deliveries, and queue all deliveries that are due."""
    now = timezone.now()
    services.store_deliveries(now)
    for delivery_id in services.due(now):
        deliver.apply_async((delivery_id,), retry=False, expires=60)


@shared_task(ignore_result=True)
def deliver(delivery_id: int) -> None:
    services.deliver(delivery_id=delivery_id, now=timezone.now())
