"""Every pair of colours that meet on a page is readable, in light and dark mode (WCAG 2.2 AA)."""

import re
from pathlib import Path

import pytest
from django.conf import settings

STYLE = "".join(Path(settings.BASE_DIR, f"static/site/{name}.css").read_text() for name in ("colours", "site"))
COLOUR = re.compile(r"^  --([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));$", re.MULTILINE)
COLOURS = {name: (light or both, dark or both) for name, light, dark, both in COLOUR.findall(STYLE)}

GROUNDS = ["surface", "surface-raised", "surface-sunken"]
TEXT = [
    *(
        (ink, ground)
        for ink in ["ink", "ink-soft", "accent", "accent-strong", "good", "warn", "bad"]
        for ground in GROUNDS
    ),
    *((ink, "accent-wash") for ink in ["ink", "accent", "accent-strong"]),
    ("accent-ink", "accent"),
    ("accent-ink", "accent-strong"),
    ("good", "good-wash"),
    ("warn", "warn-wash"),
    ("bad", "bad-wash"),
    ("bad-ink", "bad"),
    ("felt-ink", "felt"),
    ("felt-ink", "felt-edge"),
    ("tile-ink", "tile"),
]
SHAPES = [
    *((mark, ground) for mark in ["line", "focus"] for ground in GROUNDS),
    *((f"pip-{number}", "tile") for number in range(1, 19)),
    ("tile", "felt"),
]


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_the_most_there_is() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_words_can_be_read(ink: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[ink][theme], COLOURS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("mark", "ground"), SHAPES)
def test_shapes_can_be_seen(mark: str, ground: str, theme: int) -> None:
    assert contrast(COLOURS[mark][theme], COLOURS[ground][theme]) >= 3


def test_no_two_numbers_share_a_colour() -> None:
    pips = [COLOURS[f"pip-{number}"] for number in range(1, 19)]
    assert len(set(pips)) == 18
