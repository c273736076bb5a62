"""What a player has reported, and what became of it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.pages.requests import PlayerRequest
from moderation.models import Report

MOST_SHOWN = 50


@login_required
@require_safe
def own(request: PlayerRequest) -> HttpResponse:
    reports = Report.objects.sent_by(request.user)[:MOST_SHOWN]
    return render(request, "moderation/reports.html", {"reports": reports})
