"""The club directory: my clubs first, then all of them."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.pages.visitors import reader
from clubs.directory import days_since_active, excerpt, listed
from clubs.forms import SearchForm
from clubs.models import Membership

A_PAGE = 24


@require_safe
def directory(request: HttpRequest) -> HttpResponse:
    player = reader(request)
    form = SearchForm(request.GET, label_suffix="")
    form.is_valid()  # ignore invalid parameters
    page = Paginator(listed(player, **form.cleaned_data), A_PAGE).get_page(request.GET.get("page"))
    mine = _own(player) if player else []
    context = {
        "form": form,
        "page": page,
        "found": [(club, excerpt(club), days_since_active(club, timezone.now())) for club in page],
        "mine": mine,
        "is_search": any(form.cleaned_data.get(name) for name in ("q", "language")),
        "query": _query(request),
    }
    return render(request, "clubs/directory.html", context)


def _own(player: Player) -> QuerySet[Membership]:
    own = Membership.objects.filter(player=player, club__closed_at=None)
    return own.select_related("club").order_by("club__name")


def _query(request: HttpRequest) -> str:
    """Return the query string for links to other pages of the list."""
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()
