"""What staff cannot do in the admin: promote themselves, take over accounts, read addresses."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.roles import Role
from tests.accounts.roles.staff import browser_of

pytestmark = pytest.mark.django_db

LIST = reverse("admin:accounts_player_changelist")


def change(player: Player) -> str:
    return reverse("admin:accounts_player_change", args=[player.pk])


@pytest.fixture
def clerk(alice: Player) -> Client:
    """A member of the staff with Django's own permission to change players."""
    codes = ["add_player", "view_player", "change_player", "delete_player"]
    alice.user_permissions.set(Permission.objects.filter(codename__in=codes))
    Player.objects.filter(pk=alice.pk).update(is_staff=True)
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return browser


@pytest.fixture
def root(db: None) -> Player:
    return Player.objects.create_superuser(username="Root-of-all", email="root@example.org", password="bones")


CHOSEN = {"theme": "dark", "felt": "green", "tiles": "ivory", "pips": "each", "tile_size": "medium"}
CHOSEN |= {"volume": "medium", "animation": "medium", "hand_order": "dealt"}
RIGHTS = {"is_superuser": "on", "is_staff": "on", "is_active": "on", "groups": "1", "user_permissions": "1"}


def test_nobody_promotes_themselves_with_a_checkbox(clerk: Client, alice: Player, bob: Player) -> None:
    assert clerk.post(change(alice), {"theme": "auto", **RIGHTS}).status_code == 403
    assert clerk.post(change(bob), CHOSEN | RIGHTS).status_code == 302
    for player in (alice, bob):
        player.refresh_from_db()
        assert not player.is_superuser
        assert not player.groups.exists()
    assert bob.theme == "dark"
    assert not bob.is_staff
    assert not bob.user_permissions.exists()


def test_not_even_a_superuser_makes_superusers_with_a_checkbox(root: Player, bob: Player) -> None:
    browser = Client()
    browser.force_login(root, "django.contrib.auth.backends.ModelBackend")
    assert browser.post(change(bob), CHOSEN | RIGHTS | {"email": "thief@example.org"}).status_code == 302
    bob.refresh_from_db()
    assert (bob.theme, bob.email) == ("dark", "bob@example.org")
    assert not bob.is_superuser


def test_nobody_resets_the_password_of_another(clerk: Client, bob: Player, root: Player) -> None:
    form = {"usable_password": "true", "password1": "seven-quiet-bones", "password2": "seven-quiet-bones"}
    for player in (bob, root):
        page = reverse("admin:auth_user_password_change", args=[player.pk])
        assert clerk.get(page).status_code == 403
        assert clerk.post(page, form).status_code == 403
    ruth = browser_of(Role.SITE_ADMIN, "Ruth")
    assert ruth.post(reverse("admin:auth_user_password_change", args=[root.pk]), form).status_code == 403
    assert ruth.post(reverse("admin:auth_user_password_change", args=[bob.pk]), form).status_code == 302
    root.refresh_from_db()
    bob.refresh_from_db()
    assert root.check_password("bones")
    assert bob.check_password("seven-quiet-bones")


def test_nobody_edits_the_address_of_another(clerk: Client, bob: Player) -> None:
    clerk.post(change(bob), {"theme": "auto", "email": "thief@example.org"})
    bob.refresh_from_db()
    assert bob.email == "bob@example.org"


@pytest.mark.parametrize("role", [Role.HELPER, Role.MODERATOR, Role.HEAD])
def test_addresses_are_for_site_admins_alone(role: Role, bob: Player) -> None:
    browser = browser_of(role)
    assert "Bob" in browser.get(LIST).text
    assert "bob@" not in browser.get(LIST).text
    assert "bob@" not in browser.get(change(bob)).text
    assert "Bob" not in browser.get(LIST, {"q": "bob@example.org"}).text
    assert browser.get(LIST, {"email__startswith": "bob"}, follow=True).status_code == 400
    assert browser.get(LIST, {"password__startswith": "md5"}, follow=True).status_code == 400


def test_site_admins_see_addresses(bob: Player) -> None:
    assert "bob@example.org" in browser_of(Role.SITE_ADMIN).get(LIST).text


def test_nobody_deletes_an_account(clerk: Client, bob: Player, root: Player) -> None:
    for browser in (clerk, browser_of(Role.SITE_ADMIN)):
        assert browser.post(reverse("admin:accounts_player_delete", args=[bob.pk]), {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=bob.pk).exists()


@pytest.mark.parametrize(("page", "secret"), [("games_table", "invitation"), ("clubs_invitation", "secret")])
def test_filters_reveal_no_secrets(page: str, secret: str) -> None:
    browser = browser_of(Role.MODERATOR)
    address = reverse(f"admin:{page}_changelist")
    assert browser.get(address).status_code == 200
    assert browser.get(address, {f"{secret}__startswith": "a"}).status_code == 400
