"""Tournaments that have a name: what an organiser chooses first, in words; everything can be changed afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.pages.presets import presets_of

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Preset:
    """`columns` of a tournament, and what it is called and when it begins if nothing else is said: by default on a
    Friday (`weekday` counts from Monday as 0) at 20:00."""

    key: str
    title: Words
    words: Words
    name: Words
    columns: Mapping[str, Any]
    weekday: int = 4
    hour: int = 20


PRESETS: tuple[Preset, ...] = (
    Preset(
        "chicken-foot-ten",
        _("Chicken Foot: ten rounds from double-nine down"),
        _("Every round is one deal with the next lower double, at a new table of four. About an hour and a half."),
        _("Chicken Foot evening"),
        {"game": "chicken-foot", "format": "descending-doubles", "table_size": 4, "seconds": 30, "least": 4},
    ),
    Preset(
        "chicken-foot-short",
        _("Chicken Foot, short: five rounds from double-nine down"),
        _("Every round is one deal with the next lower double. Three quarters of an hour."),
        _("Short Chicken Foot evening"),
        {
            "game": "chicken-foot",
            "format": "descending-doubles",
            "rounds": 5,
            "table_size": 4,
            "seconds": 30,
            "least": 4,
        },
    ),
    Preset(
        "chicken-foot-twelve",
        _("Chicken Foot for big tables: thirteen rounds from double-twelve down"),
        _("Played with the large set at tables of six. A whole evening."),
        _("Great Chicken Foot evening"),
        {
            "game": "chicken-foot",
            "options": {"set": 12},
            "format": "descending-doubles",
            "table_size": 6,
            "seconds": 30,
            "least": 6,
        },
    ),
    Preset(
        "chicken-foot-duplicate",
        _("Duplicate Chicken Foot: the same tiles at every table"),
        _("Ten rounds. Everyone is compared with those who had the same tiles and the same seat: luck counts less."),
        _("Duplicate Chicken Foot"),
        {
            "game": "chicken-foot",
            "format": "descending-doubles",
            "table_size": 4,
            "duplicate": True,
            "seconds": 30,
            "least": 8,
        },
    ),
    Preset(
        "two-step-league",
        _("Two-Step league: everybody against everybody, a round every week"),
        _("First to 10, for four to twelve players. Opponents have a week and agree on an hour that suits both."),
        _("Two-Step league"),
        {
            "game": "two-step",
            "options": {"target": 10},
            "format": "round-robin",
            "seconds": 86_400,
            "days_between": 7,
            "break_seconds": 0,
            "check_in_minutes": 0,
            "least": 4,
            "most": 12,
            "absence": "keep",
        },
        weekday=4,
        hour=20,
    ),
    Preset(
        "two-step-afternoon",
        _("Two-Step afternoon: Swiss, seven rounds of first-to-10"),
        _("Every round a match against somebody with a score like yours. Nobody is ever out. Five to six hours."),
        _("Two-Step afternoon"),
        {
            "game": "two-step",
            "options": {"target": 10},
            "format": "swiss",
            "rounds": 7,
            "seconds": 30,
            "round_minutes": 45,
            "break_seconds": 300,
            "least": 8,
            "late_rounds": 3,
        },
        weekday=5,
        hour=14,
    ),
    Preset(
        "two-step-evening",
        _("Two-Step evening: Swiss, five rounds of first-to-5"),
        _("Every round a match against somebody with a score like yours. An evening."),
        _("Two-Step evening"),
        {
            "game": "two-step",
            "options": {"target": 5},
            "format": "swiss",
            "rounds": 5,
            "seconds": 30,
            "round_minutes": 25,
            "least": 6,
            "late_rounds": 2,
        },
    ),
    Preset(
        "two-step-knockout",
        _("Two-Step knockout: first to 5, who loses is out"),
        _("Four players need two rounds, sixteen need four. There is a match for the third place."),
        _("Two-Step knockout"),
        {
            "game": "two-step",
            "options": {"target": 5},
            "format": "knockout",
            "third_place": True,
            "seconds": 30,
            "round_minutes": 30,
            "least": 4,
        },
    ),
    Preset(
        "two-step-round-robin",
        _("Two-Step, everybody against everybody"),
        _("Matches of first-to-3, for four to ten players."),
        _("Two-Step, all against all"),
        {
            "game": "two-step",
            "options": {"target": 3},
            "format": "round-robin",
            "seconds": 30,
            "round_minutes": 20,
            "least": 3,
            "most": 10,
        },
    ),
    Preset(
        "kardinal-evening",
        _("Kardinaldomino evening: five table rounds"),
        _("Every round three games at a new table of four; the differences are settled. About an hour."),
        _("Kardinaldomino evening"),
        {
            "game": "kardinal",
            "options": {"ending": "games", "games": 3},
            "format": "table-rounds",
            "rounds": 5,
            "table_size": 4,
            "seconds": 30,
            "least": 4,
        },
    ),
)
BY_KEY = {preset.key: preset for preset in PRESETS}


@dataclass(frozen=True, slots=True)
class Way:
    """A named choice of all options of a game, within a format."""

    key: str
    name: Words
    words: Words
    options: Mapping[str, Any] = field(default_factory=dict)


DOUBLES: tuple[Way, ...] = (
    Way("nine", _("Double-nine set"), _("From 9-9 down; up to 7 at a table."), {"set": 9}),
    Way("twelve", _("Double-twelve set"), _("From 12-12 down; up to 12 at a table."), {"set": 12}),
)


def ways_of(format: str, game: str) -> tuple[Way, ...]:
    """What a match, or a round, may be; the first is usual."""
    if format == "descending-doubles":
        return DOUBLES
    return tuple(Way(one.key, one.name, one.words, one.options) for one in presets_of(game))
