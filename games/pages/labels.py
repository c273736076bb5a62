"""Labels of games, options and values. Anything without a label is shown as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.pages.presets import preset_for
from games.rules import Game

OPTIONS: dict[str, Promise] = {
    "set": _("Set of tiles"),
    "high": _("First double"),
    "low": _("Last double"),
    "target": _("Points to win"),
    "ending": _("The match ends"),
    "limit": _("Points that lose the match (when played for points)"),
    "games": _("Number of deals (when played for a number of deals)"),
}
VALUES: dict[tuple[str, int | str], Promise] = {
    ("set", 9): _("double-nine, for up to 7"),
    ("set", 12): _("double-twelve, for up to 12"),
    ("set", 15): _("double-fifteen"),
    ("set", 18): _("double-eighteen"),
    ("ending", "points"): _("when somebody goes over a limit of points"),
    ("ending", "games"): _("after a number of deals"),
}
BRIEF: dict[str, Promise] = {
    "set": _("double-%(value)s set"),
    "high": _("from %(value)s-%(value)s"),
    "low": _("down to %(value)s-%(value)s"),
    "only": _("one deal, from %(value)s-%(value)s"),
    "target": _("first to %(value)s"),
    "limit": _("to %(value)s points"),
    "games": _("%(value)s deals"),
}
"""An option with its value in a few words. `only` stands for the first double if it is also the last one."""

SILENT = {"ending"}
"""Options that follow from the others and need no label."""

REASONS: dict[str, Promise] = {
    "out": _("went out"),
    "blocked": _("blocked"),
    "void": _("void"),
}


def tagline(rules: Game) -> str:
    return gettext(rules.tagline) if rules.tagline else ""


def option_label(name: str) -> str:
    return str(OPTIONS.get(name) or name.replace("_", " ").capitalize())


def value_label(name: str, value: int | str) -> str:
    if name in ("high", "low"):
        return f"{value}-{value}"
    return str(VALUES.get((name, value), value))


def described(rules: Game, seats: int, options: Mapping[str, Any]) -> str:
    """Describe the options of a match briefly: by the preset's name, or by what differs from the defaults."""
    preset = preset_for(rules, seats, options)
    if preset:
        return preset.name
    told = {name: value for name, value in options.items() if not _is_usual(rules, name, options)}
    if {"high", "low"} <= options.keys() and options["low"] == options["high"]:
        told = {name: value for name, value in told.items() if name not in ("high", "low")} | {"only": options["high"]}
    return " · ".join(_in_brief(name, value) for name, value in told.items())


def _is_usual(rules: Game, name: str, options: Mapping[str, Any]) -> bool:
    """Return whether an option has its default value, given those before it, or follows from the others anyway."""
    return name in SILENT or options[name] == rules.option(name, options).default


def _in_brief(name: str, value: int | str) -> str:
    if name in BRIEF:
        return str(BRIEF[name]) % {"value": value}
    return f"{option_label(name)}: {value_label(name, value)}"


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
