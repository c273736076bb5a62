"""The frame of the admin pages: only our own files, no inline code, only lists that the reader may see."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin_browser(alice: Player, client: Client) -> Client:
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    client.force_login(alice)
    return client


def lists() -> list[str]:
    names = [model._meta.label_lower.replace(".", "_") for model in admin.site._registry]
    return [reverse(f"admin:{name}_changelist") for name in names]


def test_admin_pages_obey_the_content_security_policy(admin_browser: Client) -> None:
    pages = [reverse("admin:index"), *lists()]
    assert len(pages) > 15
    for page in pages:
        expect_nothing_inline(admin_browser, page)


def expect_nothing_inline(browser: Client, address: str) -> None:
    response = browser.get(address)
    assert response.headers["Content-Security-Policy"].startswith("default-src 'self';")
    page = response.text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    assert all(one.strip() == "" for one in re.findall(r"<script[^>]*src=[^>]*>(.*?)</script>", page, re.DOTALL))
    assert not re.search(r"<script(?![^>]*src=)(?![^>]*application/json)", page)
    assert not re.search(r"<(?:script|link|img|iframe)[^>]*\s(?:src|href)=\"(?:https?:)?//", page)


def test_every_list_has_filters() -> None:
    assert not [model._meta.label for model, shown in admin.site._registry.items() if not shown.list_filter]


def test_an_empty_list_says_so(admin_browser: Client) -> None:
    for address in lists():
        page = admin_browser.get(address, {"q": "no such thing"}).text
        assert "Nothing fits." in page or "Nothing here yet." in page or 'id="result_list"' in page, address
    assert "Nothing here yet." in admin_browser.get(reverse("admin:games_table_changelist")).text
    assert "Nothing fits." in admin_browser.get(reverse("admin:games_table_changelist"), {"q": "alice"}).text


def test_the_menu_lists_only_what_a_moderator_may_see(bob: Player, client: Client) -> None:
    Player.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.user_permissions.add(Permission.objects.get(codename="view_table", content_type__app_label="games"))
    client.force_login(bob)
    page = client.get(reverse("admin:index")).text
    assert reverse("admin:games_table_changelist") in page
    assert reverse("admin:accounts_player_changelist") not in page


def test_the_admin_has_no_search_over_all_models(admin_browser: Client) -> None:
    assert admin_browser.get("/admin/search/", {"s": "alice"}).status_code == 404


def test_the_admin_uses_the_readers_colour_scheme(admin_browser: Client, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(theme="dark")
    assert 'data-theme="dark"' in admin_browser.get(reverse("admin:index")).text
