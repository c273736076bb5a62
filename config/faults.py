"""The answer when a page could not be made: 503 where the database could not be had just now, else 500."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.template.loader import render_to_string

AGAIN_AFTER = 10
"""Seconds after which it makes sense to ask again."""


def answer(request: HttpRequest) -> HttpResponse:
    """Called while the fault is being handled. Its pages ask the database for nothing."""
    if isinstance(sys.exception(), (OperationalError, InterfaceError)):
        body = render_to_string("503.html")
        return HttpResponse(body, status=503, headers={"Retry-After": str(AGAIN_AFTER)})
    return HttpResponseServerError(render_to_string("500.html"))
