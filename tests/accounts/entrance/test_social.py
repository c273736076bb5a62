"""Signing in through other sites: off unless the operator configures some."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.parts import social
from run.trial.empty_database import empty_database

GITHUB = {"github": "client-1:secret-1"}
KEYCLOAK = {"openid_connect": "client-2:secret-2:https://login.example.org/realms/club"}

SITE = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
from accounts.models import Player
from accounts.personal.holdings import HOLDINGS
call_command("migrate", verbosity=0)
page = Client().get("/account/login/")
assert "Sign in with GitHub" in page.content.decode()
assert "form-action 'self' https://github.com" in page.headers["Content-Security-Policy"]
answer = Client().post("/account/social/github/login/")
assert answer.headers["Location"].startswith("https://github.com/login/oauth/authorize?client_id=client-1&"), answer
assert Client().get("/account/social/github/login/").status_code == 200  # asks first: a link alone signs nobody in
assert "If you sign in with GitHub" in Client().get("/about/privacy/").content.decode()
assert "socialaccount.SocialAccount.user" in HOLDINGS
alice = Player.objects.create_user("Alice", password="Alice-likes-bones")
browser = Client()
browser.force_login(alice)
assert "/account/social/" in browser.get("/preferences/").content.decode()
assert browser.get("/account/social/").status_code == 200
from allauth.socialaccount.models import SocialAccount, SocialLogin
from accounts.pages.social import SocialSignUpForm
login = SocialLogin(user=Player(), account=SocialAccount(provider="github", uid="1", extra_data={}))
assert SocialSignUpForm({"username": "A1ice"}, sociallogin=login).errors["username"]
assert not SocialSignUpForm({"username": "Newcomer"}, sociallogin=login).errors
print("all is well")
"""


def test_no_code_for_other_sites_is_loaded_unless_one_is_configured() -> None:
    assert settings.SIGN_IN_WITH == {}
    assert "allauth.socialaccount" not in settings.INSTALLED_APPS
    code = (
        "import django; django.setup(); import sys, config.urls; print([m for m in sys.modules if 'providers.g' in m])"
    )
    found = run(code, {})
    assert found == "[]"


def run(code: str, environment: dict[str, str]) -> str:
    """Run code on a site of its own."""
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": "1", "ALLOWED_HOSTS": "testserver", "DATABASE_URL": ""}
    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **own, "LOG_LEVEL": "ERROR", **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def test_a_configured_site_is_linked_and_a_name_is_asked_for(tmp_path: Path) -> None:
    shutil.copyfile(empty_database(), tmp_path / "boneyard.sqlite3")
    named = {"SIGN_IN_WITH": "github", "SIGN_IN_WITH_GITHUB": "client-1:secret-1", "VAR_DIR": str(tmp_path)}
    assert run(SITE, named) == "all is well"


def test_forms_may_redirect_to_configured_sites() -> None:
    assert social.form_actions({}) == ""
    assert social.form_actions({**GITHUB, **KEYCLOAK}) == " https://github.com https://login.example.org"


def test_any_provider_of_openid_connect_works() -> None:
    (client,) = social.providers(KEYCLOAK)["openid_connect"]["APPS"]
    assert client["settings"] == {"server_url": "https://login.example.org/realms/club"}
    assert (client["client_id"], client["secret"], client["name"]) == ("client-2", "secret-2", "login.example.org")


@pytest.mark.parametrize(
    "wanted", [{"github": "client-1"}, {"openid_connect": "client-2:secret-2"}, {"github": "client-1:secret-1:more"}]
)
def test_an_incomplete_client_is_refused(wanted: dict[str, str]) -> None:
    with pytest.raises(ImproperlyConfigured, match="has the form"):
        social.providers(wanted)


def test_an_unknown_site_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="knows no myspace"):
        social.apps({"myspace": "client-1:secret-1"})
