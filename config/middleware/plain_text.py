"""Middleware that refuses input with characters that no text has: PostgreSQL can store no NUL, and XML none of them."""

import re
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict

Answer = Callable[[HttpRequest], HttpResponse]
NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def only_text(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        if NO_TEXT.search(request.path):
            raise Http404
        if _has_no_text(request.GET) or (request.method == "POST" and _has_no_text(request.POST)):
            raise BadRequest("a character that no text has in what was asked for")
        return get_response(request)

    return middleware


def _has_no_text(asked: QueryDict) -> bool:
    return any(NO_TEXT.search(one) for name, values in asked.lists() for one in (name, *values))
