"""A template tag for the other sites through which players can sign in, as configured by the operator."""

from __future__ import annotations

from dataclasses import dataclass

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()

NAMES = {"google": "Google", "github": "GitHub", "gitlab": "GitLab", "discord": "Discord", "microsoft": "Microsoft"}


@dataclass(frozen=True, slots=True)
class Provider:
    name: str
    url: str


@register.simple_tag
def sign_in_with() -> list[Provider]:
    return [_provider(slug) for slug in settings.SIGN_IN_WITH]


def _provider(slug: str) -> Provider:
    if slug in NAMES:
        return Provider(NAMES[slug], reverse(f"{slug}_login"))
    (client,) = settings.SOCIALACCOUNT_PROVIDERS[slug]["APPS"]
    return Provider(client["name"], reverse(f"{slug}_login", args=[client["provider_id"]]))
