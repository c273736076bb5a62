"""My data: an export of everything that the site holds about the player, and the deletion of the account."""

from __future__ import annotations

import gzip
from io import BytesIO

from allauth.account.decorators import reauthentication_required
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts import demo
from accounts.models import DataExport, Player
from accounts.pages.requests import PlayerRequest
from accounts.personal import deletion, export
from common.errors import UserError
from common.limits import too_many_by_player


def _has_a_password(request: HttpRequest) -> bool:
    return isinstance(request.user, Player) and request.user.has_usable_password()


requires_reauthentication = reauthentication_required(enabled=_has_a_password)
"""Asks for the password again unless it was given just now; guests have none."""


@login_required
@require_safe
def show(request: PlayerRequest) -> HttpResponse:
    exports = [(one, export.expires_at(one)) for one in DataExport.objects.filter(player=request.user).defer("content")]
    is_demo = request.user.username == demo.NAME
    return render(request, "accounts/my_data.html", {"exports": exports, "is_demo": is_demo})


@login_required
@require_POST
@requires_reauthentication
def ask_for_export(request: PlayerRequest) -> HttpResponse:
    if request.user.username == demo.NAME:
        messages.warning(request, _("The demo account is everyone's: its data is not handed out."))
    elif refusal := too_many_by_player(request, "exports"):
        return refusal
    else:
        export.ask(player=request.user, now=timezone.now())
        messages.success(request, _("Your data is being put together. A notice tells you when it is ready."))
    return redirect("accounts:my-data")


@login_required
@require_safe
@requires_reauthentication
def download(request: PlayerRequest, export_id: int) -> FileResponse:
    made = DataExport.objects.filter(player=request.user).exclude(made_at=None)
    content = get_object_or_404(made, pk=export_id).content
    name = f"boneyard-{request.user.username}.json"
    text = gzip.GzipFile(fileobj=BytesIO(content))
    answer = FileResponse(text, as_attachment=True, filename=name, content_type="application/json")
    answer["Cache-Control"] = "no-store"
    return answer


class DeleteForm(forms.Form):
    is_sure = forms.BooleanField(label=gettext_lazy("Yes, delete my account and everything personal."))


@login_required
@requires_reauthentication
def delete(request: PlayerRequest) -> HttpResponse:
    obstacles = deletion.obstacles_of(request.user)
    form = DeleteForm(request.POST or None)
    if form.is_valid() and not obstacles:
        try:
            deletion.ask(player=request.user, now=timezone.now())
        except UserError as refusal:
            messages.warning(request, str(refusal))
            return redirect("accounts:delete")
        messages.success(request, _("Your account will be deleted. Until then you can sign in and keep it."))
        return redirect("accounts:my-data" if request.user.is_guest else "/")
    about = {"form": form, "obstacles": obstacles, "days": settings.KEEP_DAYS["deletion"]}
    return render(request, "accounts/delete.html", about)


@login_required
@require_POST
def keep(request: PlayerRequest) -> HttpResponse:
    try:
        deletion.cancel(player=request.user)
    except UserError as refusal:
        messages.warning(request, str(refusal))
    else:
        messages.success(request, _("Welcome back! Your account stays."))
    return redirect("accounts:my-data")
