"""Settings for signing in with accounts of other sites; off unless the environment names some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

HOSTS = {
    "google": "https://accounts.google.com",
    "github": "https://github.com",
    "gitlab": "https://gitlab.com",
    "discord": "https://discord.com",
    "microsoft": "https://login.microsoftonline.com",
}
"""The sign-in page of each provider, to which our forms may redirect."""

OPENID = "openid_connect"
"""Any other provider; its URL follows the client's id and secret."""


def apps(wanted: Mapping[str, str]) -> list[str]:
    """Return the apps to install. Raises ImproperlyConfigured if a provider is unknown."""
    if unknown := wanted.keys() - {*HOSTS, OPENID}:
        raise ImproperlyConfigured(f"SIGN_IN_WITH knows no {', '.join(sorted(unknown))}.")
    found = [f"allauth.socialaccount.providers.{provider}" for provider in wanted]
    return ["allauth.socialaccount", *found] if found else []


def providers(wanted: Mapping[str, str]) -> dict[str, Any]:
    """Return allauth's SOCIALACCOUNT_PROVIDERS."""
    return {provider: {"APPS": [_client(provider, *_parts(provider, value))]} for provider, value in wanted.items()}


def form_actions(wanted: Mapping[str, str]) -> str:
    """Return the origins besides this site to which forms may redirect, for the content security policy."""
    return "".join(
        f" {HOSTS.get(provider) or _origin(_parts(provider, value)[2])}" for provider, value in wanted.items()
    )


def _client(provider: str, client_id: str, secret: str, server: str) -> dict[str, Any]:
    client: dict[str, Any] = {"client_id": client_id, "secret": secret, "key": ""}
    if provider == OPENID:
        client |= {"provider_id": "openid", "name": urlsplit(server).hostname, "settings": {"server_url": server}}
    return client


def _parts(provider: str, value: str) -> tuple[str, str, str]:
    client_id, _colon, rest = value.partition(":")
    secret, _colon, server = rest.partition(":")
    if not client_id or not secret or bool(server) != (provider == OPENID):
        shape = "ID:SECRET:ADDRESS" if provider == OPENID else "ID:SECRET"
        raise ImproperlyConfigured(f"SIGN_IN_WITH_{provider.upper()} has the form {shape}.")
    return client_id, secret, server


def _origin(address: str) -> str:
    return f"{urlsplit(address).scheme}://{urlsplit(address).netloc}"
