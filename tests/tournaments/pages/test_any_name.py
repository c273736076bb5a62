"""Names that nobody could choose, but that a simulation or an import brings: no page breaks on them."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from games.services import finish
from tests.tournaments.people import DUELS, advanced, open_tables, started
from tests.tournaments.plans import club_of

pytestmark = pytest.mark.usefixtures("after_commit")

NAMES = ["Anna Two", "Åsa/Öst", "50% <b>?</b>", "..", "O'Neil & Söhne #1", "名前"]


def test_every_page_with_such_names_opens(client: Client, olga: Player) -> None:
    people = [Player.objects.create(username=name) for name in NAMES]
    tournament = started(olga, people, DUELS, rounds=1, club=club_of(olga))
    table_ids = open_tables(tournament)
    pages = [tournament.get_absolute_url(), *(f"/table/{table_id}/" for table_id in table_ids)]
    assert {client.get(page).status_code for page in pages} == {200}
    for table_id in table_ids:
        finish(table_id=table_id)
    tournament = advanced(tournament, timezone.now())
    entries = [f"{tournament.get_absolute_url()}entry/{entry.pk}/" for entry in tournament.entries.all()]
    results = [f"/table/{table_id}/result/" for table_id in table_ids]
    assert tournament.club
    club = tournament.club.get_absolute_url()
    pages += [*entries, *results, club, f"{club}season/", f"{tournament.get_absolute_url()}standings.csv"]
    assert {page: status for page in pages if (status := client.get(page).status_code) != 200} == {}


@pytest.mark.parametrize("name", NAMES)
def test_every_name_has_an_address_that_leads_to_it(client: Client, name: str) -> None:
    player = Player.objects.create(username=name)
    page = client.get(player.get_absolute_url())
    assert page.status_code == 200
    assert name in unescape(page.text)
