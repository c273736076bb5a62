"""Reporting something, and the list of a player's own reports."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from accounts.pages.people import actions_on
from accounts.pages.requests import PlayerRequest
from accounts.pages.visitors import reader
from common.addresses import outside_address_of
from common.errors import UserError
from games.views.access import INVITED
from moderation.evidence import Source, Viewer, find
from moderation.models import Matter, Report
from moderation.pages.forms import ReportForm
from moderation.services import reporting

MOST_SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Report something. Everyone who can see it may do so, even without an account."""
    source = _source(request, kind, key)
    posted = request.POST if request.method == "POST" else None
    form = ReportForm(posted, source=source, initial={"about": request.GET.get("about", "")})
    if form.is_valid():
        try:
            _send(request, source, form)
        except UserError as refusal:
            form.add_error(None, str(refusal))
        else:
            danger = {"danger": 1} if form.cleaned_data["kind"] == Matter.DANGER else None
            return redirect(reverse("moderation:sent", args=[kind, key], query=danger))
    return render(request, "moderation/report.html", {"form": form, "source": source})


def _source(request: HttpRequest, kind: str, key: str) -> Source:
    """Return the thing to be reported; 404 if it does not exist or the visitor may not see it."""
    source = find(kind, key, Viewer(reader(request), request.session.get(INVITED, [])))
    if source is None:
        raise Http404
    return source


def _send(request: HttpRequest, source: Source, form: ReportForm) -> Report:
    return reporting.report(
        subject=source.subject(form.concerned),
        kind=form.cleaned_data["kind"],
        text=form.cleaned_data["text"],
        reporter=reader(request),
        address=outside_address_of(request) or None,
        now=timezone.now(),
    )


@require_safe
def sent(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Say what happens next, and offer to mute or block the player."""
    source = _source(request, kind, key)
    about = source.must_be_about
    context = {
        "source": source,
        "is_danger": "danger" in request.GET,
        "about": about,
        "deeds": actions_on(reader(request), about) if about else [],
    }
    return render(request, "moderation/sent.html", context)


@login_required
@require_safe
def own(request: PlayerRequest) -> HttpResponse:
    reports = Report.objects.sent_by(request.user)[:MOST_SHOWN]
    return render(request, "moderation/reports.html", {"reports": reports})
