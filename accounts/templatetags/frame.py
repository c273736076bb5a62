"""Template tags for the parts that all pages share, rendered once for each language."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

PLACES = ("games:lobby", "tournaments:list", "clubs:directory", "games:rules")


@register.simple_tag
def footer() -> SafeString:
    return _rendered("parts/footer.html", get_language(), "")


@register.simple_tag(takes_context=True)
def places(context: Context) -> SafeString:
    """Return the links to the main pages, with the current page marked."""
    path = context["request"].path if "request" in context else ""
    return _rendered("parts/places.html", get_language(), path if path in _paths() else "")


@lru_cache(maxsize=100)
def _rendered(name: str, language: str | None, here: str) -> SafeString:
    return render_to_string(name, {"here": here})


@lru_cache(maxsize=1)
def _paths() -> frozenset[str]:
    return frozenset(filter(None, map(_path, PLACES)))


def _path(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""
