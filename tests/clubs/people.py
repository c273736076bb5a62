"""Helpers for tests of clubs: expected refusals, browsers, roles and requests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Notice, Player
from clubs import services
from clubs.log import lines_of
from clubs.models import Club, JoinRequest, Right
from common.errors import UserError
from tests.clubs.conftest import NOW

A_DAY = timedelta(days=1)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(UserError) as refusal:
        yield
    assert refusal.value.code == code


def browser_of(player: Player | None) -> Client:
    client = Client()
    if player:
        client.force_login(player)
    return client


def where_to(response: HttpResponseBase) -> str:
    return response.headers["Location"]


def log_of(club: Club) -> list[str]:
    """Return the actions in the log, oldest first."""
    return list(lines_of(club).order_by("at", "pk").values_list("action", flat=True))


def give_only(club: Club, officer: Player, *rights: Right) -> None:
    columns = {right.column: right in rights for right in Right}
    club.memberships.filter(player=officer).update(**columns)


def picture(form: str = "PNG", size: tuple[int, int] = (400, 300)) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#2f705a").save(out, form)
    return out.getvalue()


def role(club: Club, player: Player) -> str | None:
    membership = club.membership_of(player)
    return membership.role if membership else None


def told(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).order_by("created_at").values_list("kind", flat=True))


def on_request(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(admission=Club.Admission.REQUEST)


def asked(club: Club, player: Player, text: str = "Hello") -> JoinRequest:
    on_request(club)
    services.ask(club_id=club.pk, player=player, now=NOW, text=text)
    return JoinRequest.objects.get(club=club, player=player, answer="waiting")


def address(name: str, club: Club, *args: object) -> str:
    return reverse(f"clubs:{name}", args=[club.slug, *args])


def press(player: Player | None, name: str, club: Club, /, *args: object, **data: Any) -> Any:
    """Press a button and follow the redirect."""
    return browser_of(player).post(address(name, club, *args), data, follow=True)
