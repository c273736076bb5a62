"""Middleware that compresses pages, except those that may hold secrets beside text that others can put there.

An attacker who sees the length of a compressed page and can place text in it (a query, a chat line) may guess a secret
on it letter by letter (BREACH). So a page is compressed only if it was requested without a session, and so holds
nobody's secrets, or if its view says that it holds none (`common.secrets_on_pages`). CSRF tokens are safe, since their
masks change with every page. As a further protection, Django adds a random number of bytes to compressed answers.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from common.secrets_on_pages import MARK

COMPRESSIBLE = ("text/", "application/json", "image/svg+xml")


class Compression(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(COMPRESSIBLE) or not _may_be_compressed(request, response):
            return response
        return super().process_response(request, response)


def _may_be_compressed(request: HttpRequest, response: HttpResponseBase) -> bool:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or getattr(response, MARK, False):
        return True
    match = request.resolver_match
    return match is not None and getattr(match.func, MARK, False)
