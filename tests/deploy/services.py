"""PgBouncer, and a Redis that only speaks TLS, set up as in docs/growing.md."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from redis import Redis
from redis.exceptions import ConnectionError as NoConnection

from run.ports import free_port
from run.redis import redis_server
from run.trial.whole_site import until
from tests.deploy.proxies import certify

USER, PASSWORD, PREFIX = "boneyard", "password-of-the-test", "site-of-the-test"
RIGHTS = [f"~{PREFIX}*", "&*", "+@all", "-@admin", "-@dangerous", "+info"]
BOUNCER = """
[databases]
* = host={server} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
logfile = {folder}/log
"""


@contextmanager
def bouncer(folder: Path, database: str) -> Iterator[str]:
    """Start PgBouncer in front of a server; yield a DATABASE_URL that goes through it."""
    server = parse_qs(urlsplit(database).query)["host"][0]
    port = free_port()
    (folder / "pgbouncer.ini").write_text(BOUNCER.format(server=server, port=port, folder=folder))
    command = ["pgbouncer", "-q", str(folder / "pgbouncer.ini")]
    if os.geteuid() == 0:  # PgBouncer refuses to run as root
        open_to_all(folder)
        open_to_all(Path(server))
        command[1:1] = ["-u", "nobody"]
    with subprocess.Popen(command) as running:
        try:
            until(lambda: listens(port))
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            running.terminate()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return not probe.connect_ex(("127.0.0.1", port))


def open_to_all(folder: Path) -> None:
    folder.chmod(0o777)
    for above in folder.parents:
        if not above.stat().st_mode & 0o001:
            above.chmod(above.stat().st_mode | 0o011)


@contextmanager
def redis_over_tls(folder: Path, *options: str) -> Iterator[str]:
    """Start a Redis with a user who may only do what the site does; yield its REDIS_URL."""
    certify(folder)
    port = free_port()
    files = [f"--tls-cert-file {folder}/fullchain.pem", f"--tls-key-file {folder}/privkey.pem"]
    files += [f"--tls-ca-cert-file {folder}/fullchain.pem", "--tls-auth-clients no"]
    acl = ["--user", "default", "off", "--user", USER, "on", f">{PASSWORD}", *RIGHTS]
    words = [word for file in files for word in file.split()]
    command = [redis_server(), "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1", "--save", ""]
    with subprocess.Popen([*command, *words, *options, *acl], stdout=subprocess.DEVNULL) as running:
        url = f"rediss://{USER}:{PASSWORD}@localhost:{port}/0?ssl_ca_certs={folder}/fullchain.pem"
        try:
            until(lambda: running.poll() is not None or answers(url))
            yield url if running.poll() is None else ""
        finally:
            running.terminate()


def answers(url: str) -> bool:
    try:
        with Redis.from_url(url) as redis:
            return bool(redis.ping())
    except NoConnection:
        return False
