"""Checks of the settings of a public site: part of `check --deploy`, and run at every start with HTTPS."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags
from django.core.checks import register as register_check
from django.core.exceptions import ImproperlyConfigured

NOT_SENT = ("console", "dummy", "filebased")
"""Django's e-mail backends that do not send anything."""

ON_THIS_MACHINE = {"localhost", "127.0.0.1", "::1", None}
SHORTEST_KEY, FEWEST_CHARACTERS, SHORTEST_TOKEN = 40, 5, 20


def register() -> None:
    register_check(unsafe_settings, Tags.security, deploy=True)


def unsafe_settings(app_configs: object = None, **options: Any) -> list[CheckMessage]:
    """Return an error for each setting that is unsafe on a public site."""
    return [Error(sentence, hint=hint, id=f"boneyard.{number}") for number, sentence, hint in _found()]


def _found() -> Iterator[tuple[str, str, str]]:
    if settings.EMAIL_BACKEND.split(".")[-2] in NOT_SENT:
        yield "E001", "Letters are not sent.", "Set EMAIL_URL=smtp+tls://user:password@host:587."
    if settings.DEMO:
        yield "E002", "The demo is on, and its password is public.", "Set DEMO=0."
    key = settings.SECRET_KEY
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_CHARACTERS or key.startswith("django-insecure-"):
        hint = "Set SECRET_KEY to 50 random characters, or leave it out: then one is generated and kept in VAR_DIR."
        yield "E003", "The secret key can be guessed.", hint
    site = urlsplit(settings.SITE_URL)
    if site.scheme != "https" or site.hostname in ON_THIS_MACHINE:
        yield "E004", f"Letters would link to {settings.SITE_URL}.", "Set SITE_URL=https:// and the site's name."
    if "*" in settings.ALLOWED_HOSTS:
        yield "E005", "The site answers to any host name.", "Set ALLOWED_HOSTS to the names of the site."
    if 0 < len(settings.MONITORING_TOKEN) < SHORTEST_TOKEN:
        yield "E006", "The token for monitoring can be guessed.", "Set MONITORING_TOKEN to 20 or more characters."


def refuse_if_unsafe() -> None:
    """Raise ImproperlyConfigured with all errors if the site runs with HTTPS and unsafe settings."""
    if not settings.HTTPS:
        return
    found = [error for error in unsafe_settings() if not error.is_silenced()]
    if found:
        raise ImproperlyConfigured(
            "Boneyard does not start with unsafe settings:\n"
            + "\n".join(f"{one.id}: {one.msg} {one.hint}" for one in found)
        )
