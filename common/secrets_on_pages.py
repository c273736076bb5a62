"""Marks for pages that hold no secret of the reader, so that they may be compressed even for signed-in players."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse

View = TypeVar("View", bound=Callable[..., object])

MARK = "holds_no_secret"


def holds_no_secret(view: View) -> View:
    """Mark a view whose answers hold no token, e-mail address or invitation that only the reader may know."""
    setattr(view, MARK, True)
    return view


def without_secret(response: HttpResponse) -> HttpResponse:
    """Mark a single answer of a view whose other answers may hold a secret."""
    setattr(response, MARK, True)
    return response
