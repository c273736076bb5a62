"""The API as a whole: its schema, its error handlers, and what applies to every operation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from api.rest import acting, clubs, players, seasons, tables, teams, tournaments
from api.rest.base import problems
from api.rest.base.asking import Anyone
from common.errors import UserError
from games.rules.game import OptionsError

View = Callable[..., HttpResponseBase]
REFUSED = {
    "description": "Refused; `code` says why.",
    "content": {problems.CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


class Api(NinjaAPI):
    """The API, whose schema describes the errors of every operation in the same form."""

    def get_openapi_schema(self, **kwargs: Any) -> Any:
        schema = super().get_openapi_schema(**kwargs)
        schema["components"]["schemas"]["Problem"] = problems.Problem.model_json_schema(
            ref_template="#/components/schemas/{model}"
        )
        schema["components"]["schemas"] |= schema["components"]["schemas"]["Problem"].pop("$defs", {})
        for path in schema["paths"].values():
            for operation in path.values():
                operation["responses"] |= {"304": {"description": "Not modified."}, "4XX": REFUSED}
        return schema


api = Api(
    title="Boneyard",
    version="1",
    description="What players can see and do, for programs. See docs/api.md.",
    urls_namespace="api-1",
    docs_url=None,
    auth=Anyone(),
)
api.add_router("/tables", tables.router)
api.add_router("/clubs", clubs.router)
api.add_router("/clubs", seasons.router)
api.add_router("/tournaments", tournaments.router)
api.add_router("", players.router)
api.add_router("", teams.router)
api.add_router("/tables", acting.at_tables)
api.add_router("/tournaments", acting.at_tournaments)
api.add_router("/clubs", acting.at_clubs)


def in_english(run: View) -> View:
    """Answer in English, whatever `Accept-Language` says, and set the headers for caches."""

    @wraps(run)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override("en"):
            return _conditional(request, run(request, *args, **kwargs))

    return view


def _conditional(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Answer 304 if the client already has this response."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ["Authorization"])
    if request.method != "GET" or response.status_code != 200 or not isinstance(response, HttpResponse):
        return response
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response


api.add_decorator(in_english, mode="view")


@api.exception_handler(UserError)
def refused(request: HttpRequest, refusal: UserError) -> HttpResponse:
    return problems.of_refusal(refusal)


@api.exception_handler(OptionsError)
def wrong_options(request: HttpRequest, error: OptionsError) -> HttpResponse:
    return problems.of_refusal(UserError("bad-options", str(error)))


@api.exception_handler(Http404)
def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    return problems.nothing_there()


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return problems.of_invalid(error.errors)


@api.exception_handler(AuthenticationError)
def unknown(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return problems.of_refusal(UserError("no-token", "This needs a token: Authorization: Bearer by_…"))


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problems.problem(error.status_code, "unreadable", "The request could not be read.")
