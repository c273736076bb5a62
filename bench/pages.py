"""The pages of a busy evening, each compared to a bare Django view that lists 50 rows of the same database.

Two hundred tables are running, a tournament of two hundred is in its fourth round, and there are fifty clubs. Each page
and the bare view are requested in alternating runs in one process; what counts is processor time from request to
answer. Prints the requests per second, the ratio to the bare view, and the number of queries with empty caches.

    python bench/pages.py [--seconds 2] [--only lobby]
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from run.redis import redis_command  # noqa: E402

TURNS = 20
EDITION = 1
"""The version of the database's content; raise it to make the benchmark fill a new one."""
BARE_MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
"""The middleware of a new Django project."""


class Asked(NamedTuple):
    name: str
    path: str
    reader: Any = None
    headers: dict[str, str] = {}


@contextmanager
def evening() -> Iterator[None]:
    """Set up Django with the database of a busy evening, which is filled once (some minutes) and kept in
    `var/bench`."""
    migrations = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*/migrations/0*.py"))
    folder = ROOT / "var" / "bench" / f"evening-{EDITION}-{hashlib.sha256(repr(migrations).encode()).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    socket, is_filled = folder / "redis.sock", folder / "filled"
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder), "LOG_LEVEL": "ERROR"}
    os.environ |= {"REDIS_URL": f"unix://{socket}", "DATABASE_URL": f"sqlite:///{folder}/boneyard.sqlite3"}
    redis = subprocess.Popen(redis_command(socket), stdout=subprocess.DEVNULL)
    try:
        while not socket.exists():
            time.sleep(0.05)
        import django
        from django.core.management import call_command

        django.setup()
        call_command("collectstatic", verbosity=0, interactive=False)
        if not is_filled.exists():
            for left in folder.glob("boneyard.sqlite3*"):
                left.unlink()
            call_command("migrate", verbosity=0)
            import_module("bench.filling.evening").fill()
            is_filled.touch()
        yield
    finally:
        redis.terminate()
        redis.wait()


def asked() -> list[Asked]:
    from django.urls import reverse

    from accounts.models import Player
    from clubs.models import Club
    from games.models import Table
    from tournaments.models import Tournament

    event = Tournament.objects.get()
    organiser = event.organiser
    entrant = Player.objects.get(username="Player90")
    club = Club.objects.get(name="Club 7")
    member = club.memberships.filter(role="member").order_by("pk")[0].player
    table = Table.objects.running().public().filter(game="chicken-foot", seat_count=4)[0]
    sitter = table.seats.order_by("number")[1].player
    match = Table.objects.running().filter(board__round__tournament=event)[0]
    of_event = f"/tournament/{event.pk}"
    everyone = [
        Asked("lobby", "/"),
        Asked("lobby, its tables again", "/lobby/tables/"),
        Asked("table", table.get_absolute_url()),
        Asked("table of the tournament", match.get_absolute_url()),
        Asked("tournament", f"{of_event}/"),
        Asked("tournament, what changes", f"{of_event}/live/"),
        Asked("standings", f"{of_event}/players/"),
        Asked("club", club.get_absolute_url()),
        Asked("profile", member.get_absolute_url()),
        Asked("profile, ratings", reverse("ratings:of", args=[member.username]), None, {"HX-Request": "true"}),
        Asked("profile, matches", reverse("games:matches_of", args=[member.username]), None, {"HX-Request": "true"}),
        Asked("tournaments", "/tournaments/"),
    ]
    readers = {"table": sitter, "club": member, "standings": entrant, "tournament": entrant}
    signed_in = [
        one._replace(name=f"{one.name}, signed in", reader=readers.get(one.name.split(",")[0], member))
        for one in everyone
    ]
    rooms = [
        Asked("control room, organiser", f"{of_event}/control/", organiser),
        Asked("control room, what changes", f"{of_event}/control/live/", organiser),
    ]
    return [*everyone, *signed_in, *rooms]


def bare_handler() -> Callable[[Any], Any]:
    """Return the request handler of a new Django project, with one view that lists 50 rows."""
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpRequest, HttpResponse
    from django.template import Context, Template
    from django.test import override_settings
    from django.urls import path

    from config.urls import urlpatterns as site_urls
    from games.models import Table

    template = Template(
        "<!DOCTYPE html><html><head><title>Tables</title></head><body><h1>Tables</h1><table>"
        "{% for table in tables %}<tr><td><a href='{{ table.get_absolute_url }}'>{{ table.id }}</a></td>"
        "<td>{{ table.get_game_display }}</td><td>{{ table.owner.username }}</td>"
        "<td>{{ table.opened_at|date:'j M Y H:i' }}</td></tr>{% endfor %}</table></body></html>"
    )

    def rows(request: HttpRequest) -> HttpResponse:
        tables = Table.objects.select_related("owner").order_by("-opened_at")[:50]
        return HttpResponse(template.render(Context({"tables": tables})))

    class Urls:
        urlpatterns = [path("rows/", rows), *site_urls]

    with override_settings(MIDDLEWARE=BARE_MIDDLEWARE):
        handler = WSGIHandler()

    def answer(request: Any) -> Any:
        request.urlconf = Urls
        return handler.get_response(request)

    return answer


def sender(one: Asked, answer: Callable[[Any], Any]) -> Callable[[], Any]:
    """Return a function that makes the request once."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core import signals
    from django.test import RequestFactory

    factory = RequestFactory(SERVER_NAME="localhost")
    if one.reader is not None:
        store = SessionStore()
        store[SESSION_KEY] = str(one.reader.pk)
        store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        store[HASH_SESSION_KEY] = one.reader.get_session_auth_hash()
        store.save()
        factory.cookies[settings.SESSION_COOKIE_NAME] = str(store.session_key)
    headers = {"Accept-Language": "en", "Accept-Encoding": "gzip", **one.headers}

    def ask() -> Any:
        request = factory.get(one.path, headers=headers)
        signals.request_started.send(sender=None, environ=request.META)
        response = answer(request)
        assert response.status_code in (200, 304), f"{one.path}: {response.status_code}"
        response.close()
        return response

    return ask


def spent(ask: Callable[[], Any], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        ask()
    return (time.process_time() - start) / times


def queries(ask: Callable[[], Any]) -> int:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.pages import lobby

    cache.clear()
    lobby.forget()
    with CaptureQueriesContext(connection) as found:
        ask()
    return len(found)


def measure(seconds: float, only: str) -> None:
    from django.core.handlers.wsgi import WSGIHandler

    whole = WSGIHandler().get_response
    bare = sender(Asked("bare", "/rows/"), bare_handler())
    spent(bare, 20)
    print(f"{'':42} {'a second':>9} {'ratio':>7} {'queries':>8} {'bytes':>8}")
    ratios = {}
    for one in asked():
        if only not in one.name:
            continue
        ask = sender(one, whole)
        asked_for = queries(ask)
        spent(ask, 3)
        each = max(1, int(seconds / TURNS / 2 / spent(ask, 3)))
        ours, theirs = [], []
        for _ in range(TURNS):
            ours.append(spent(ask, each))
            theirs.append(spent(bare, each))
        mine, bares = sorted(ours)[TURNS // 2], sorted(theirs)[TURNS // 2]
        ratios[one.name] = bares / mine
        size = len(ask().content)
        print(f"{one.name:42} {1 / mine:9.0f} {bares / mine:7.2f} {asked_for:8} {size:8}", flush=True)
        last = bares
    if ratios:
        print(f"{'a bare view of 50 rows':42} {1 / last:9.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each page")
    parser.add_argument("--only", default="", help="only pages with this in their name")
    chosen = parser.parse_args()
    with evening():
        measure(chosen.seconds, chosen.only)


if __name__ == "__main__":
    main()
