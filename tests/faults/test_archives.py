"""A visitor who stops reading an archive gets no second one until the connection is closed."""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.conf import settings
from redis import Redis

from run.trial.whole_site import WholeSite, until, whole_site

pytestmark = pytest.mark.xdist_group("the whole site")

PLAN = """
import secrets
from datetime import timedelta
from django.utils import timezone
from accounts.models import Player
from tournaments.life import stages
from tournaments.models import Tournament
from tournaments.planning import plans
from tournaments.terms import Terms
now = timezone.now()
terms = {"name": "Long", "game": "two-step", "format": "swiss", "rounds": 1}
times = {"registration_at": now, "starts_at": now + timedelta(hours=1)}
olga = Player.objects.create_user("Olga", "olga@example.org")
tournament = plans.plan(organiser=olga, terms=Terms.from_columns({**terms, **times}))
stages.announce(tournament_id=tournament.pk, now=now)
Tournament.objects.update(description=secrets.token_hex(2_000_000))  # text that does not compress
print(tournament.pk)
"""


def long_event(site: WholeSite) -> str:
    """Return the id of a tournament whose archive is larger than the kernel's buffers."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", PLAN]
    run = subprocess.run(
        command, env=site.environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def begun(site: WholeSite, path: str) -> socket.socket:
    """Return a connection on which an answer has started to arrive and is not read any further."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", site.port))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert connection.recv(12) == b"HTTP/1.1 200"
    return connection


def status_of(address: str) -> tuple[int, str | None]:
    try:
        with urlopen(address) as answer:
            answer.read()
            return answer.status, None
    except HTTPError as error:
        return error.code, error.headers["Retry-After"]


def test_an_unread_archive_blocks_another_until_its_connection_is_closed(tmp_path: Path) -> None:
    with whole_site(tmp_path) as site:
        path = f"/tournament/{long_event(site)}/records.zip"
        with begun(site, path):
            assert status_of(site.url + path) == (429, "10")
            assert status_of(f"{site.url}/healthz/live")[0] == 200
        redis = Redis(unix_socket_path=str(site.folder / "var" / "redis.sock"))
        until(lambda: not redis.keys("*:claims:*"), 60)
        with urlopen(site.url + path) as answer, zipfile.ZipFile(io.BytesIO(answer.read())) as archive:
            assert archive.testzip() is None
        assert "Traceback" not in site.log
        assert "ERROR" not in site.log
