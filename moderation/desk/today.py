"""The first page of the admin: what needs the reader's attention now."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from accounts import roles
from accounts.models import Player
from moderation.desk import acting
from moderation.desk.health import worries
from moderation.desk.queue import not_own, with_counts
from moderation.models import Act, Appeal, Case

FIRST = 5


def today(request: HttpRequest) -> dict[str, Any]:
    """Return what waits for the reader: their own cases, the most urgent free ones, appeals, acts to confirm, and
    failed health checks."""
    player = request.user
    role = roles.role_of(player) if isinstance(player, Player) else None
    if role is None or not isinstance(player, Player):
        return {"is_on_the_team": False}
    now = timezone.now()
    free = not_own(Case.objects.queue(), player).free(now)
    return {
        "is_on_the_team": True,
        "mine": with_counts(Case.objects.queue().filter(claimed_by=player)),
        "urgent": with_counts(free)[:FIRST],
        "free_many": free.count(),
        "appeals_many": _waiting_appeals(player) if role.includes(roles.Role.MODERATOR) else 0,
        "approvals_many": Act.objects.waiting().exclude(by=player).count() if acting.may_approve(player) else 0,
        "worries": worries(now) if role.includes(roles.Role.HEAD) else [],
    }


def _waiting_appeals(player: Player) -> int:
    return Appeal.objects.waiting().exclude(player=player).count()
