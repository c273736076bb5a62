"""Requests with a wrong host name are refused without an error report."""

import pytest
from django.test import Client

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/", "/clubs/", "/nowhere/", "/account/login/", "/static/none.js"])
def test_a_foreign_host_is_a_bad_request(client: Client, alice: Player, address: str) -> None:
    client.force_login(alice)
    client.raise_request_exception = False
    asked = [client.get(address, headers={"host": "other.example"}), client.post(address, headers={"host": "a b"})]
    assert [answer.status_code for answer in asked] == [400, 400]
    assert "Nothing was changed" in asked[0].text
