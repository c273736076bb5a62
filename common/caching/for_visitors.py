"""Pages that are the same for all visitors, rendered once a second.

A visitor is somebody who sends no cookies but the `HARMLESS` ones: they are not signed in, were not invited, and have
no message waiting. CSRF tokens are removed from the cached page, and every visitor gets one of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from common.caching.fresh import keep, look_up
from common.caching.tagged import HOLE, tag_of, unless_known, without_tokens

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

HARMLESS = {settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, "theme"}

is_on = True
"""Tests switch it off, because they request pages again immediately after a change."""


class Page(NamedTuple):
    content: bytes
    headers: dict[str, str]


def kept_for_visitors(view: View[P]) -> View[P]:
    """Give all visitors the same answer for a second. The answer may depend on the URL, the language, the theme and on
    whether htmx asks, but on nothing else."""

    @wraps(view)
    def asked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method != "GET" or not is_shared(request):
            return view(request, *args, **kwargs)
        key = _key(request)
        page: Page | None = look_up(key)
        if page is None:
            response = view(request, *args, **kwargs)
            if response.status_code != 200 or response.cookies:
                return response
            page = Page(without_tokens(response.content), dict(response.headers))
            keep(key, page)
            return unless_known(request, response, tag_of(request, page.content))
        content = page.content
        if HOLE in content:
            content = content.replace(HOLE, get_token(request).encode())
        return unless_known(request, HttpResponse(content, headers=page.headers), tag_of(request, page.content))

    return asked


def is_shared(request: HttpRequest) -> bool:
    """Return whether the request comes from a visitor, so that its answer may be shared."""
    return is_on and request.COOKIES.keys() <= HARMLESS


def _key(request: HttpRequest) -> Hashable:
    asks_for = (request.scheme, request.get_host(), request.get_full_path(), "HX-Request" in request.headers)
    return ("page", *asks_for, get_language(), request.COOKIES.get("theme", ""))
