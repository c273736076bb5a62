"""Middleware for what was sent in vain: it leads to the page that the button was on, and says that nothing was done.

A browser visits an address that only takes forms after a reload, or after signing in where the session had ended.
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
"""The parameter of an address to which somebody comes back who had to sign in before a form was taken."""


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
    """Return the address of the nearest page above: that of the club for `/club/owls/leave/`."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            if resolve(path).url_name:  # the admin takes every address, and those that are none have no name
                return path
        except Resolver404:
            continue
    return path


def _mark_way_back(response: HttpResponse) -> None:
    """Mark where somebody comes back to who is sent to sign in or to create an account."""
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
    messages.warning(request, _("This was not sent, so nothing has changed. If you still want it, do it again here."))
    return redirect(page)
