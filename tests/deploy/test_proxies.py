"""nginx and Caddy with the files of deploy/, in front of two web processes: all pages and sockets of a table reach the
same one."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator

import pytest

from run.trial.table_player import TablePlayer
from run.trial.whole_site import WholeSite, until, whole_site
from tests.deploy.compose import SETTINGS
from tests.deploy.processes import Pair, Second, tables
from tests.deploy.proxies import Caddy, Nginx, Proxy

pytestmark = pytest.mark.xdist_group("proxies")

OF_COMPOSE = {"SITE_HOST", "POSTGRES_PASSWORD"}
BEHIND_TLS = {
    **{name: value for name, value in SETTINGS.items() if name not in OF_COMPOSE},
    "SITE_URL": "https://dominoes.example",
    "HTTPS": "1",
    "TRUSTED_PROXIES": "1",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WholeSite]:
    if not shutil.which("nginx") and not shutil.which("caddy"):
        pytest.skip("There is neither nginx nor Caddy here.")
    with whole_site(tmp_path_factory.mktemp("site"), **BEHIND_TLS) as site:
        yield site


@pytest.fixture(scope="module")
def second(site: WholeSite) -> Iterator[Second]:
    second = Second(site)
    yield second
    second.kill()


@pytest.fixture(scope="module")
def pair(site: WholeSite, second: Second) -> Pair:
    return Pair(site.port, second.port)


@pytest.fixture(scope="module", params=[Nginx, Caddy])
def proxy(request: pytest.FixtureRequest, pair: Pair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    kind: type[Proxy] = request.param
    name = kind.__name__.lower()
    if not shutil.which(name):
        pytest.skip(f"There is no {kind.__name__} here.")
    proxy = kind(tmp_path_factory.mktemp(name), pair.ports)
    try:
        until(proxy.answers)
        yield proxy
    finally:
        proxy.process.terminate()
        proxy.process.wait(60)


def test_each_table_belongs_to_one_process_and_both_have_some(proxy: Proxy, pair: Pair) -> None:
    visitor, owners = proxy.visitor(), dict[str, int]()
    for table in tables():
        owners[table] = pair.reached(visitor, table)
        if len(set(owners.values())) == 2:
            break
    assert set(owners.values()) == {0, 1}
    for table, owner in owners.items():
        assert pair.reached(proxy.visitor(), table) == owner


def test_pages_and_sockets_of_a_table_reach_the_same_process(proxy: Proxy, pair: Pair) -> None:
    visitor = proxy.visitor()
    table = visitor.opens_a_table("kardinal")
    owner = pair.reached(visitor, table)
    before = pair.counted("sockets")
    path = f"/ws/table/{table}/"
    with visitor.live(path), visitor.live(path), visitor.live(path):
        grown = pair.grown("sockets", before, by=3)
    assert grown[owner] == sum(grown) == 3


def test_forms_are_posted_and_a_match_is_played(proxy: Proxy) -> None:
    visitor = proxy.visitor()
    player = TablePlayer(visitor, visitor.opens_a_table("kardinal"), random.Random(1))
    player.play({})
    assert player.acknowledged


def test_static_files_come_as_they_are(proxy: Proxy, site: WholeSite) -> None:
    visitor = proxy.visitor()
    addresses: list[str] = re.findall(r'href="(/static/[^"]+\.css)"', visitor.get("/").said)
    for address in addresses:
        assert visitor.get(address).said == (site.folder / f"var{address}").read_text()
    assert addresses


def test_cookies_are_secure(proxy: Proxy) -> None:
    visitor = proxy.visitor()
    visitor.get("/account/login/")
    assert visitor.cookie("csrftoken")
    assert all(cookie.secure for cookie in visitor.cookies)


def test_requests_that_are_too_long_are_refused_early(proxy: Proxy) -> None:
    assert proxy.status_of("POST /account/login/ HTTP/1.1", "Content-Length: 3200000") == 413


def test_tables_of_a_process_that_is_gone_are_served_by_the_other(proxy: Proxy, pair: Pair, second: Second) -> None:
    visitor = proxy.visitor()
    table = next(table for table in tables() if pair.reached(visitor, table) == 1)
    second.kill()
    try:
        assert Pair(pair.ports[0]).reached(visitor, table) == 0
    finally:
        second.start()
