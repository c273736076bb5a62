"""Labels of games, options and values. Anything without a label is shown as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.pages.presets import preset_for
from games.rules import Game

REASONS: dict[str, Promise] = {
    "out": _("went out"),
    "blocked": _("blocked"),
    "void": _("void"),
}


REASONS_OF: dict[str, dict[str, Promise]] = {"two-step": {"void": _("two left feet")}}
"""Reasons for which a game has a word of its own."""


def reason_label(game: str, reason: str) -> str:
    """Return how a deal ended, in a word or two."""
    label = REASONS_OF.get(game, {}).get(reason) or REASONS.get(reason)
    return reason if label is None else str(label)


def tagline(rules: Game) -> str:
    return gettext(rules.tagline) if rules.tagline else ""


def option_label(rules: Game, name: str) -> str:
    label = rules.options[name].label
    return gettext(label) if label else name.replace("_", " ").capitalize()


def value_label(rules: Game, name: str, value: int | str) -> str:
    words = rules.options[name].words
    return gettext(words[value]) if value in words else str(value)


def described(rules: Game, seats: int, options: Mapping[str, Any]) -> str:
    """Describe the options of a match briefly: by the preset's name, or by what differs from the defaults."""
    preset = preset_for(rules, seats, options)
    if preset:
        return preset.name
    return " · ".join(_in_brief(rules, name, value) for name, value in rules.non_default_options(options).items())


def _in_brief(rules: Game, name: str, value: int | str) -> str:
    if brief := rules.briefs.get(f"{name}={value}") or rules.briefs.get(name):
        return gettext(brief) % {"value": value}
    return f"{option_label(rules, name)}: {value_label(rules, name, value)}"


def span(seconds: int) -> str:
    """Return a time per move in words: "30 s", "2 min", "8 h", "3 days"."""
    if seconds < 60:
        return gettext("%(count)d s") % {"count": seconds}
    if seconds < 3600:
        return gettext("%(count)d min") % {"count": seconds // 60}
    if seconds < 86_400:
        return gettext("%(count)d h") % {"count": seconds // 3600}
    days = seconds // 86_400
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
