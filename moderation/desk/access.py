"""Checks who may open a page of the desk, and renders the frame that all pages share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise

from accounts.models import Player
from accounts.pages.requests import PlayerRequest

Some = ParamSpec("Some")
Page = Callable[Concatenate[PlayerRequest, Some], HttpResponse]


def requires(
    check: Callable[[Player], bool],
) -> Callable[[Page[Some]], Callable[Concatenate[HttpRequest, Some], HttpResponse]]:
    """Restrict a page to players for whom the check returns true. The admin has already signed them in."""

    def decorate(page: Page[Some]) -> Callable[Concatenate[HttpRequest, Some], HttpResponse]:
        @wraps(page)
        def guarded(request: HttpRequest, *args: Some.args, **kwargs: Some.kwargs) -> HttpResponse:
            if not isinstance(request.user, Player) or not check(request.user):
                raise PermissionDenied
            return page(request, *args, **kwargs)  # type: ignore[arg-type]

        return guarded  # type: ignore[return-value]

    return decorate


def show(request: HttpRequest, template: str, title: str | Promise, context: dict[str, Any]) -> HttpResponse:
    """Return a page of the desk in the frame of the admin."""
    return TemplateResponse(request, template, {**admin.site.each_context(request), "title": title, **context})
