"""Middleware that refuses input with NUL characters, which PostgreSQL can neither search for nor store."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict

Answer = Callable[[HttpRequest], HttpResponse]
NUL = "\0"


def no_nul(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        if NUL in request.path:
            raise Http404
        if _has_nul(request.GET) or (request.method == "POST" and _has_nul(request.POST)):
            raise BadRequest("The request contains a NUL character.")
        return get_response(request)

    return middleware


def _has_nul(asked: QueryDict) -> bool:
    return any(NUL in name or any(NUL in value for value in values) for name, values in asked.lists())
