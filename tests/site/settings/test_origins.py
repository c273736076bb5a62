"""Tests which pages may open live sockets."""

import pytest
from channels.testing import WebsocketCommunicator
from pytest_django import Settings

from config.asgi import application
from config.origins import is_ours


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://localhost", "localhost", True),
        ("http://localhost:80", "localhost", True),
        ("https://dominoes.example", "dominoes.example", True),
        ("https://dominoes.example", "dominoes.example:443", True),
        ("http://localhost:9000", "localhost:8000", False),
        ("http://localhost:9000", "localhost", False),
        ("http://127.0.0.1:8000", "localhost:8000", False),
        ("http://evil.example", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("https://elsewhere.example:8443", "localhost:8000", True),
        ("https://elsewhere.example", "localhost:8000", False),
        ("http://localhost:99999", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("file://localhost", "localhost", False),
        ("", "localhost:8000", False),
        ("http://", "", False),
    ],
)
def test_only_pages_of_the_site_itself_to_the_port(settings: Settings, origin: str, host: str, ours: bool) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "dominoes.example"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://elsewhere.example:8443"]
    assert is_ours(origin, host) is ours


async def test_a_socket_of_another_port_is_not_opened() -> None:
    headers = [(b"host", b"localhost:8000"), (b"origin", b"http://localhost:9000")]
    is_open, _code = await WebsocketCommunicator(application, "/ws/lobby/", headers).connect()
    assert not is_open
