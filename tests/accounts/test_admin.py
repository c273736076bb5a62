"""Players in the Django admin: searching, creating, changing; passwords are never shown."""

import pytest
from django.db.models.signals import pre_save
from django.test import Client
from django.urls import reverse

from accounts.models import Mail, Notice, Player
from accounts.notices import Kind
from tests.accounts.telling import tell

LIST = reverse("admin:accounts_player_changelist")


@pytest.fixture
def as_admin(client: Client, alice: Player) -> Client:
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    return client


@pytest.mark.parametrize("words", ["bob", "BOB@example.org"])
def test_players_are_found_by_name_and_address(as_admin: Client, bob: Player, charlie: Player, words: str) -> None:
    page = as_admin.get(LIST, {"q": words}).content.decode()
    assert "bob@example.org" in page
    assert "charlie@example.org" not in page


def test_a_player_is_shown_without_the_password(as_admin: Client, bob: Player) -> None:
    page = as_admin.get(reverse("admin:accounts_player_change", args=[bob.pk])).content.decode()
    assert "bob@example.org" in page
    assert bob.password not in page


def test_a_new_player_gets_a_name_that_is_free(as_admin: Client, bob: Player) -> None:
    form = {"username": "BOB", "usable_password": "true", "password1": "seven-quiet-bones"}
    form["password2"] = form["password1"]
    assert "This name is taken." in as_admin.post(reverse("admin:accounts_player_add"), form).content.decode()
    as_admin.post(reverse("admin:accounts_player_add"), {**form, "username": "Dora"})
    assert Client().login(username="dora", password="seven-quiet-bones")


def test_only_staff_open_the_admin(client: Client, bob: Player) -> None:
    client.force_login(bob)
    assert client.get(LIST).status_code == 302


def test_failed_letters_are_found_and_nothing_is_changed(as_admin: Client, bob: Player, party: Kind) -> None:
    tell(party, bob)
    tell(party, bob, key="the other party")
    Notice.objects.filter(key="1").update(mail=Mail.FAILED, mail_due_at=None)
    page = as_admin.get(reverse("admin:accounts_notice_changelist"), {"mail__exact": "failed"}).content.decode()
    assert "1 entry" in page
    assert "the other party" not in page
    notice = reverse("admin:accounts_notice_change", args=[Notice.objects.get(key="1").pk])
    assert as_admin.get(notice).status_code == 200
    assert as_admin.post(notice, {"key": "2"}).status_code == 403


def test_saving_does_not_undo_what_others_have_just_changed(as_admin: Client, bob: Player) -> None:
    """As when a player is sanctioned while an admin saves the page."""

    def sanction(instance: Player, **_: object) -> None:
        Player.objects.filter(pk=bob.pk).update(is_sanctioned=True)

    page = reverse("admin:accounts_player_change", args=[bob.pk])
    shown = as_admin.get(page).context["adminform"].form.initial
    pre_save.connect(sanction, sender=Player)
    try:
        as_admin.post(
            page, {key: value for key, value in shown.items() if value is not None} | {"time_zone": "Asia/Tokyo"}
        )
    finally:
        pre_save.disconnect(sanction, sender=Player)
    saved = Player.objects.get(pk=bob.pk)
    assert (saved.time_zone, saved.is_sanctioned) == ("Asia/Tokyo", True)
