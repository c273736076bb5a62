"""A NUL in a URL or a form is refused, on every database."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "address",
    ["/tournaments/?club=%00", "/tournaments/new/?like=%00", "/tournaments/new/?club=a%00", "/?%00=1", "/clubs/?q=%00"],
)
def test_a_nul_in_a_query_is_a_bad_request(client: Client, alice: Player, address: str) -> None:
    client.force_login(alice)
    answer = client.get(address)
    assert answer.status_code == 400
    assert "nothing is lost" in answer.text


def test_a_nul_in_a_path_is_not_found(client: Client, alice: Player) -> None:
    client.force_login(alice)
    assert client.get("/calendar/%00.ics").status_code == 404


def test_a_nul_in_a_form_is_a_bad_request(client: Client, alice: Player) -> None:
    client.force_login(alice)
    assert client.post("/clubs/new/", {"name": "Good\0Friends"}).status_code == 400
    assert client.post("/clubs/new/", {"name": "Good Friends"}).status_code == 200
