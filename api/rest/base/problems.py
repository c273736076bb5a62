"""Errors of the API: one form (RFC 9457) with a stable code, and a sentence in English."""

from __future__ import annotations

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from ninja import Schema

from common.errors import UserError

CONTENT_TYPE = "application/problem+json"

STATUSES = {
    "no-such-club": 404,
    "bad-cursor": 422,
    "bad-seats": 422,
    "bad-options": 422,
    "bad-field": 422,
    "too-long": 422,
    "too-often": 429,
    "too-fast": 429,
    "no-token": 401,
    "no-scope": 403,
    "guest": 403,
    "not-owner": 403,
    "not-captain": 403,
    "no-team": 404,
    "no-player": 404,
    "not-invited": 403,
    "not-a-member": 403,
    "members-only": 403,
    "banned": 403,
    "removed": 403,
    "no-bots": 403,
    "no-play": 403,
    "no-public-tables": 403,
    "no-tournaments": 403,
    "warning": 403,
    "message": 403,
    "closed": 403,
    "frozen": 403,
    "sealed": 403,
    "not-finished": 403,
}
"""The HTTP status of each code. Codes that are not listed have 409, a conflict with the current state."""


OF_STATUS = {
    404: ("not-found", "There is nothing here, or nothing that you may see."),
    405: ("wrong-method", "This address does not allow this method."),
    429: ("too-often", "Too many requests; nothing was done. Wait a minute."),
    500: ("server", "Something went wrong on our side. Try again."),
}
"""Code and sentence for errors that the API's own handlers have not put into form."""
KEPT = ("Allow", "Retry-After")

Answer = Callable[[HttpRequest], HttpResponse]


class Fault(Schema):
    """One field that is wrong."""

    field: str
    detail: str


class Problem(Schema):
    """The reason for a refusal. Nothing has changed."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    faults: list[Fault] = []


def problem(status: int, code: str, detail: str, faults: list[dict[str, str]] | None = None) -> HttpResponse:
    content = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "faults": faults or [],
    }
    return HttpResponse(json.dumps(content), status=status, content_type=CONTENT_TYPE)


def of_refusal(refusal: UserError) -> HttpResponse:
    with translation.override("en"):
        answer = problem(STATUSES.get(refusal.code, 409), refusal.code, str(refusal))
    if answer.status_code == 401:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def nothing_there() -> HttpResponse:
    return problem(404, *OF_STATUS[404])


def of_invalid(errors: list[dict[str, Any]]) -> HttpResponse:
    """Return the problem for fields that do not match the schema. The values sent are not repeated."""
    faults = [{"field": ".".join(map(str, one["loc"])), "detail": str(one["msg"])} for one in errors]
    return problem(422, "invalid", "Something in the request is missing or wrong.", faults)


def one_form(get_response: Answer) -> Answer:
    """Turn every other error response below /api/ into a problem, such as the one for a malformed address."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_error = request.path.startswith("/api/") and response.status_code >= 400
        if not is_error or response.headers.get("Content-Type") == CONTENT_TYPE:
            return response
        code, sentence = OF_STATUS.get(response.status_code, ("unreadable", "The request could not be read."))
        told = problem(response.status_code, code, sentence)
        for name in KEPT:
            if name in response:
                told[name] = response[name]
        return told

    return middleware


def not_found_view(request: HttpRequest) -> HttpResponse:
    """Answer for every address below /api/ that does not exist."""
    return nothing_there()
