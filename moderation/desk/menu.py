"""The desk's part of the admin menu, with the number of waiting items on each page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import roles
from accounts.models import Player
from moderation.desk import acting
from moderation.models import Act, Appeal, Case
from moderation.services import tournament_appeals


def menu(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the pages of the desk that the reader may open. Makes a query for each number."""
    if not isinstance(request.user, Player):
        return []
    role = roles.role_of(request.user)
    if role is None:
        return []
    items = [_item(request, "index", _("Today"), "today"), _queue(request)]
    if role.includes(roles.Role.MODERATOR):
        appeals = Appeal.objects.waiting().count() + tournament_appeals.waiting().count()
        items.append(_item(request, "desk_appeals", _("Appeals"), "balance", appeals))
    if acting.may_approve(request.user):
        waiting = Act.objects.waiting().exclude(by=request.user).count()
        items.append(_item(request, "desk_approvals", _("Second pair of eyes"), "visibility", waiting))
    items.append(_item(request, "desk_figures", _("Figures"), "monitoring"))
    if role.includes(roles.Role.HEAD):
        items.append(_item(request, "desk_health", _("Health and jobs"), "monitor_heart"))
    return items


def _queue(request: HttpRequest) -> dict[str, Any]:
    return _item(request, "desk_queue", _("Queue"), "inbox", Case.objects.open().count(), under="desk_case")


def _item(
    request: HttpRequest, name: str, title: Any, icon: str, count: int = 0, under: str | None = None
) -> dict[str, Any]:
    link = reverse(f"admin:{name}")
    match = request.resolver_match
    is_here = request.path == link or (under is not None and match is not None and match.url_name == under)
    return {"title": title, "icon": icon, "link": link, "count": count, "active": is_here}
