"""What holds for every page: the frame, headers, error pages."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views.defaults import permission_denied, server_error

from accounts.models import Player
from accounts.services import create_guest


def test_the_content_security_policy_allows_only_our_own_files(client: Client, db: None) -> None:
    policy = client.get(reverse("account_login")).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_no_page_has_a_script_or_a_style_inside(client: Client, alice: Player) -> None:
    client.force_login(alice)
    for name in ["accounts:preferences", "account_change_password", "account_logout"]:
        page = client.get(reverse(name)).content.decode()
        assert "<style" not in page
        assert " style=" not in page
        assert "<script>" not in page


def test_a_missing_page_gets_a_helpful_answer(client: Client, db: None) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Nothing of yours is lost." in answer.content.decode()


def test_a_forbidden_request_gets_a_helpful_answer(rf: RequestFactory, alice: Player) -> None:
    request: HttpRequest = rf.get("/")
    request.user = alice
    answer = permission_denied(request, PermissionDenied())
    assert answer.status_code == 403
    assert "Nothing was changed." in answer.content.decode()


def test_a_broken_page_needs_neither_database_nor_session(rf: RequestFactory) -> None:
    answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "Every move that was accepted is kept" in answer.content.decode()


def test_a_form_without_its_token_gets_a_helpful_answer(db: None) -> None:
    answer = Client(enforce_csrf_checks=True).post(reverse("accounts:guest"))
    assert answer.status_code == 403
    assert "Please send it again" in answer.content.decode()


def test_a_guest_is_reminded_to_keep_the_account(client: Client, db: None) -> None:
    guest = create_guest()
    client.force_login(guest)
    page = client.get(reverse("accounts:preferences")).content.decode()
    assert reverse("accounts:keep") in page
    assert f'<span class="account-name">{guest.username}</span>' in page


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_language_has_its_words_for_the_browser(client: Client, db: None, language: str) -> None:
    answer = client.get(reverse("jsi18n"), headers={"accept-language": language})
    assert answer.status_code == 200
    assert b"django.gettext" in answer.content
