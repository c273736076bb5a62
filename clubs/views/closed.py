"""Middleware that says on every page of a closed club that it is closed."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.views.access import ClubIsClosed

Answer = Callable[[HttpRequest], HttpResponse]


class ClosedClubs:
    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return render(request, "clubs/closed.html", status=404) if isinstance(exception, ClubIsClosed) else None
