"""Letters go only to those who want them, and every letter says how to stop them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core import mail, signing
from django.core.mail import EmailMessage
from django.test import Client

from accounts import notices
from accounts.models import Mail, Player
from accounts.notices import Choice, Kind
from accounts.tasks import mail_notices
from tests.accounts.telling import states, tell


def stop_address_in(letter: EmailMessage) -> str:
    return str(letter.extra_headers["List-Unsubscribe"]).strip("<>").removeprefix("http://localhost:8000")


def test_one_click_in_a_mail_program_stops_letters_of_this_kind(alice: Player, party: Kind, mailed: Kind) -> None:
    tell(party, alice)
    mail_notices()
    stranger = Client(enforce_csrf_checks=True)
    answer = stranger.post(stop_address_in(mail.outbox[0]), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    alice.refresh_from_db()
    assert notices.choice_of(alice, party) == Choice(by_site=True, by_mail=False, by_push=True)
    assert notices.choice_of(alice, mailed) == Choice(by_site=True, by_mail=True, by_push=True)


def test_the_link_in_the_letter_asks_before_it_stops_anything(client: Client, alice: Player, party: Kind) -> None:
    tell(party, alice)
    mail_notices()
    link = stop_address_in(mail.outbox[0])
    assert link in str(mail.outbox[0].body)
    assert "A party" in client.get(link).content.decode()
    alice.refresh_from_db()
    assert notices.choice_of(alice, party).by_mail
    client.post(link)
    alice.refresh_from_db()
    assert not notices.choice_of(alice, party).by_mail


def test_links_to_unsubscribe_in_letters_of_earlier_versions_still_work(
    client: Client, alice: Player, party: Kind
) -> None:
    token = signing.dumps([alice.pk, [party.slug]], salt=notices.STOP_SALT)
    client.post(f"/notices/stop/{token}/")
    alice.refresh_from_db()
    assert not notices.choice_of(alice, party).by_mail


def test_nobody_stops_the_letters_of_another(client: Client, alice: Player, bob: Player, party: Kind) -> None:
    ours = notices.stop_address(bob, [party])
    forged = ours[:-5] + ("aaaa/" if not ours.endswith("aaaa/") else "bbbb/")
    assert client.post(forged).status_code == 404
    assert client.post("/notices/stop/nonsense/").status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        lambda alice, kind: notices.stop_mail(player_id=alice.pk, kinds=[kind]),
        lambda alice, kind: Player.objects.filter(pk=alice.pk).update(is_active=False),
        lambda alice, kind: Player.objects.filter(pk=alice.pk).update(email=""),
        lambda alice, kind: Player.objects.filter(pk=alice.pk).update(email="another@example.org"),
    ],
    ids=["stopped", "gone", "without an address", "with another address, not confirmed"],
)
def test_players_who_no_longer_want_letters_get_none(
    alice: Player, party: Kind, change: Callable[[Player, Kind], None]
) -> None:
    tell(party, alice)
    change(alice, party)
    mail_notices()
    assert mail.outbox == []
    assert states() == {Mail.NONE}


def test_the_link_in_the_letter_leads_to_what_it_is_about(client: Client, alice: Player, party: Kind) -> None:
    tell(party, alice)
    mail_notices()
    found = re.search(r"http://localhost:8000(/notices/[0-9a-f-]{36}/)", str(mail.outbox[0].body))
    assert found
    assert client.get(found[1]).headers["Location"] == "/party/"
    assert notices.unread(alice) == 1
    client.force_login(alice)
    assert client.get(found[1]).headers["Location"] == "/party/"
    assert notices.unread(alice) == 0
