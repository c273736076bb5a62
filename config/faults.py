"""The page for server errors: 503 if the database is unavailable, otherwise 500."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string

AGAIN_AFTER = 10
"""Seconds after which a client should try again."""


def answer(request: HttpRequest) -> HttpResponse:
    """Return the error page without making any queries. Called while the exception is being handled."""
    if isinstance(sys.exception(), (OperationalError, InterfaceError)):
        body = render_to_string("503.html")
        return HttpResponse(body, status=503, headers={"Retry-After": str(AGAIN_AFTER)})
    return HttpResponseServerError(render_to_string("500.html"))
