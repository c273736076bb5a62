"""The browser of somebody who plans."""

import pytest
from django.test import Client

from accounts.models import Player


@pytest.fixture
def page(client: Client, olga: Player) -> Client:
    """Return Olga's browser."""
    olga.time_zone = "Europe/Berlin"
    olga.save()
    client.force_login(olga)
    return client
