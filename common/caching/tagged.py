"""ETags for answers that open pages request again and again: 304 if the browser already has them.

The tag is a digest of the answer in which CSRF tokens are replaced by the secret they are derived from: their masks
change every time, but old tokens remain valid as long as the secret does. Otherwise the tag differs whenever the answer
does, for example by language or reader.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

TOKEN = re.compile(rb"""((?:name="csrfmiddlewaretoken" value="|"x-csrftoken": "))[A-Za-z0-9]{64}""")
HOLE = b"{token}"


def without_tokens(content: bytes) -> bytes:
    return TOKEN.sub(rb"\1" + HOLE, content)


def tag_of(request: HttpRequest, content: bytes) -> str:
    """Return the tag of an answer to this request. `content` must come from `without_tokens`."""
    digest = hashlib.sha256(content)
    if HOLE in content:
        digest.update(request.COOKIES.get(settings.CSRF_COOKIE_NAME, "").encode())
    return f'"{digest.hexdigest()[:32]}"'


def unless_known(request: HttpRequest, response: HttpResponse, tag: str) -> HttpResponse:
    """Return the answer with its tag, or 304 if the browser says that it already has it."""
    response.headers["ETag"] = tag
    return get_conditional_response(request, etag=tag, response=response) or response


def tagged(view: View[P]) -> View[P]:
    """Make a view answer 304 if nothing has changed for this reader."""

    @wraps(view)
    def asked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if request.method != "GET" or response.status_code != 200 or response.streaming:
            return response
        return unless_known(request, response, tag_of(request, without_tokens(response.content)))

    return asked
