"""Tests that the API answers as its schema says and never fails, whether or not a request fits the schema."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import schemathesis
from django.db import transaction
from django.test.client import ClientHandler
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from pytest_django import Settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import Player
from api.rest.site import api
from clubs import services as clubs
from games import services as games
from games.state.live_tables import live_tables
from tests.api.programs import Program
from tests.often import times
from tests.tournaments.people import DUELS, planned

pytestmark = pytest.mark.django_db

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def operations() -> list[str]:
    """Return the method and path of every operation of the API."""
    paths = api.get_openapi_schema(path_prefix="/api/1/")["paths"]
    return [f"{method.upper()} {path}" for path, found in paths.items() for method in found]


def site(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Answer as the site does, within the transaction of the test."""
    answer: Any = ClientHandler()(environ)
    start_response(f"{answer.status_code} {answer.reason_phrase}", list(answer.items()))
    return [answer.content]


@cache
def schema() -> Any:
    return schemathesis.openapi.from_wsgi("/api/1/openapi.json", site)


@pytest.fixture
def somebody(alice: Player, settings: Settings) -> Program:
    """A program without rate limits, on a site with some data."""
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000/minute")
    now = timezone.now()
    club = clubs.found(founder=alice, now=now, name="Owls")
    clubs.publish(club_id=club.pk, by=alice, now=now, title="News", text="None")
    games.open_table(owner=alice, game="two-step", options={}, seconds=60, bots=["", ""])
    planned(alice, DUELS)
    return Program.of(alice)


@pytest.mark.parametrize("operation", operations())
def test_api_answers_as_its_schema_says(somebody: Program, operation: str) -> None:
    method, path = operation.split()
    asked = schema()[path][method]
    headers = {**somebody.headers, "Accept-Encoding": "identity"}

    @given(case=asked.as_strategy())
    @settings(
        max_examples=times(12, 400),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    def ask(case: Any) -> None:
        with transaction.atomic():
            case.call_and_validate(headers=headers, checks=CHECKS)
            transaction.set_rollback(True)
        if method == "POST":
            live_tables.forget()

    ask()
