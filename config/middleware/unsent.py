"""Middleware for forms that were not taken: it redirects to the page of the form and says that nothing was changed.

A browser requests a URL that only accepts POST after a reload, or after signing in because the session had ended.
The browser fills in again what was typed (static/site/forms/unsent.js).
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _

Answer = Callable[[HttpRequest], HttpResponse]

UNSENT = "unsent"
"""The query parameter that marks the way back for a player who had to sign in before a form was taken."""


def unsent(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "text/html" not in request.headers.get("Accept", ""):
            return response
        if request.method == "POST":
            _mark_way_back(response)
            return response
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return _told(request, page_above(request.path))
        if UNSENT in request.GET:
            return _told(request, _without_mark(request))
        return response

    return middleware


def page_above(path: str) -> str:
    """Return the path of the nearest page above `path`: for `/club/owls/leave/` that of the club."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            if resolve(path).url_name:  # the admin matches every path; only its real pages have names
                return path
        except Resolver404:
            continue
    return path


def _mark_way_back(response: HttpResponse) -> None:
    """Add the mark to `next` if the response sends the player to sign in or to create an account."""
    place = urlsplit(response.headers.get("Location", ""))
    asked = dict(parse_qsl(place.query))
    if place.path in (reverse("account_login"), reverse("accounts:keep")) and "next" in asked:
        joint = "&" if urlsplit(asked["next"]).query else "?"
        asked["next"] += f"{joint}{UNSENT}=1"
        response.headers["Location"] = place._replace(query=urlencode(asked, safe="/")).geturl()


def _without_mark(request: HttpRequest) -> str:
    rest = request.GET.copy()
    del rest[UNSENT]
    path = escape_leading_slashes(request.path)
    return f"{path}?{rest.urlencode()}" if rest else path


def _told(request: HttpRequest, page: str) -> HttpResponse:
    sentence = _("This was not sent, so nothing has changed. If you still want it, do it again here.")
    messages.warning(request, sentence, extra_tags=UNSENT)
    return redirect(page)
