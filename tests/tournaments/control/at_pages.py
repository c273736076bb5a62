"""Opening pages of the control room and pressing their buttons."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tournaments.models import Tournament

WHY = "Both of them said so"


def browser(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player)
    return client


def page(name: str, tournament: Tournament, *args: str) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.pk, *args])


def done(client: Client, tournament: Tournament, verb: str, **fields: object) -> HttpResponseBase:
    return client.post(page("control-action", tournament, verb), {"reason": WHY, **fields})
