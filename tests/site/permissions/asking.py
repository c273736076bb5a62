"""Requesting every URL of the site as everyone, and reading the table of expected answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.messages import WARNING, get_messages
from django.db import transaction
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games.state.live_tables import live_tables
from tests.api.programs import Program
from tests.site.permissions.people import COLUMNS, Site
from tests.tournaments.pages.exports.streams import whole

FOLDER = Path(__file__).parent
SENT: dict[str, Any] = {
    "reason": "Why",
    "text": "Hello",
    "line": "Hello",
    "name": "Newname",
    "title": "News",
    "seat": 1,
}
"""The data sent to every form; some forms accept them, others do not."""

HEAD = f"{'address':46} {'':4} " + " ".join(f"{column:9}" for column in COLUMNS)


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """Yield every URL pattern of the site with its name, or its route if it has no name."""
    yield from _walk(get_resolver(), "", "")


def _walk(resolver: URLResolver, route: str, namespace: str) -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        here = route + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _walk(one, here, f"{namespace}{one.namespace}:" if one.namespace else namespace)
        else:
            yield (namespace + one.name if one.name else here), one


def filled(name: str, pattern: URLPattern, gaps: dict[str, Any]) -> str:
    """Return a URL with its parameters filled in from `gaps`, which come from `people.populated`."""
    known = gaps | {gap.split()[1]: value for gap, value in gaps.items() if gap.startswith(f"{name} ")}
    if name.startswith("admin:"):
        known["object_id"] = _object_of(name)
    wanted = list(pattern.pattern.converters) or list(pattern.pattern.regex.groupindex)
    assert known.keys() >= set(wanted), f"{name}: say in people.py what to put in place of {wanted}."
    try:
        return reverse(name, kwargs={gap: known[gap] for gap in wanted})
    except NoReverseMatch:  # it has no name
        return "/" + GAP.sub(lambda gap: str(known[gap[1]]), name).rstrip("$")


GAP = re.compile(r"(?:\(\?P)?<(?:\w+:)?(\w+)>(?:\.\*\))?")


def _object_of(name: str) -> Any:
    """Return the key of any row of the model that an admin page is about."""
    for model in admin.site._registry:
        if name.startswith(f"admin:{model._meta.app_label}_{model._meta.model_name}_"):
            row = model._default_manager.first()
            return row.pk if row else 1
    return 1


class Asking:
    """Browsers of everyone, whose requests are rolled back."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.browsers: dict[str, tuple[Client, SimpleCookie]] = {}
        self.tokens: dict[str, dict[str, str]] = {}
        for column, player in site.people.items():
            self.tokens[column] = Program.of(player).headers if player and not player.is_guest else {}
            browser = Client(raise_request_exception=False)
            if player is not None:
                browser.force_login(player, settings.AUTHENTICATION_BACKENDS[0])
            self.browsers[column] = browser, browser.cookies

    def answer(self, column: str, address: str, method: str) -> str:
        browser, cookies = self.browsers[column]
        browser.cookies = SimpleCookie(cookies.output(header="", sep=";"))
        program = self.tokens[column] if address.startswith("/api/") else None
        as_json: dict[str, Any] = {} if program is None else {"content_type": "application/json"}
        with transaction.atomic():
            if method == "POST":
                answer = browser.post(address, SENT, headers=program, **as_json)
            else:
                answer = browser.get(address, headers=program)
            if isinstance(answer, StreamingHttpResponse):
                whole(answer)
            transaction.set_rollback(True)
        if method == "POST":
            live_tables.forget()
        return in_a_word(answer)


def in_a_word(answer: HttpResponseBase) -> str:
    """Return the word that stands for an answer in the table (README.md)."""
    status, where = answer.status_code, answer.headers.get("Location", "")
    if status in (301, 302):
        for page, word in (
            ("account_login", "sign-in"),
            ("admin:login", "sign-in"),
            ("accounts:keep", "keep"),
            ("mfa_index", "2nd"),
        ):
            if where.startswith(reverse(page)):
                return word
        said: Any = get_messages(answer.wsgi_request)  # type: ignore[attr-defined]
        told = any(message.level >= WARNING for message in said._queued_messages)
        return "told" if told else "goes"
    return {200: "page", 204: "done", 403: "no", 404: "-"}.get(status, str(status))


def row(name: str, method: str, answers: list[str]) -> str:
    return f"{name:46} {method:4} " + " ".join(f"{answer:9}" for answer in answers).rstrip()


def table_of(asking: Asking, *, of_admin: bool) -> dict[str, str]:
    """Return the rows of the table with the site's actual answers, by URL and method."""
    rows = {}
    for name, pattern in addresses():
        if name.startswith("admin") != of_admin or name.endswith(OF_OLD):
            continue
        address = filled(name, pattern, asking.site.gaps)
        for method in ("GET", "POST"):
            if method == "POST" and of_admin and not name.endswith(CHANGING) and ":desk_" not in name:
                continue
            last = asking.answer(COLUMNS[-1], address, method)
            if last != "405":
                others = [asking.answer(column, address, method) for column in COLUMNS[:-1]]
                rows[f"{name} {method}"] = row(name, method, [*others, last])
    return rows


OF_OLD = "/<path:object_id>/"
"""Old URLs of admin pages, which redirect to the current ones."""
CHANGING = ("_add", "_change", "_delete", "_password_change", "_revoke", "_stop")
"""The admin pages of models that are also sent POST requests; the others only get GET requests."""


def expected(file: Path) -> dict[str, str]:
    """Return the rows of a table by URL and method."""
    lines = [line for line in file.read_text().splitlines()[1:] if line]
    return {" ".join(line.split()[:2]): line for line in lines}
