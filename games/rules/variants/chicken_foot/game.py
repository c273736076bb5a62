"""A match of Chicken Foot (CF1 to CF5), and the game's presets and properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.deal import Deal, DealResult
from games.rules.game import Game, MatchResult, Option, Preset, Sample, Value, minutes_at
from games.rules.moves import gettext_noop
from games.rules.tiles import HIGHEST
from games.rules.variants.chicken_foot.deal import HAND, ChickenFootDeal

DOUBLES: Mapping[Value, str] = {number: f"{number}-{number}" for number in range(HIGHEST + 1)}
ONLY = "only"
"""Key in `briefs` of the first double if it is also the last one."""


class ChickenFoot(Game):
    """Chicken Foot: a deal for each double from `high` down to `low` (CF3); the fewest points win (CF4)."""

    slug = "chicken-foot"
    name = "Chicken Foot"
    tagline = gettext_noop("Every double grows a foot with three toes. Fewest points win.")
    options = {
        "set": Option(
            (9, 12, 15, 18),
            9,
            gettext_noop("Set of tiles"),
            {
                9: gettext_noop("double-nine, for up to 7"),
                12: gettext_noop("double-twelve, for up to 12"),
                15: gettext_noop("double-fifteen"),
                18: gettext_noop("double-eighteen"),
            },
        ),
        "high": Option(range(HIGHEST + 1), 9, gettext_noop("First double"), DOUBLES),
        "low": Option(range(HIGHEST + 1), 0, gettext_noop("Last double"), DOUBLES),
    }
    sample_move = "5-3@9-5"
    briefs = {
        "set": gettext_noop("double-%(value)s set"),
        "high": gettext_noop("from %(value)s-%(value)s"),
        "low": gettext_noop("down to %(value)s-%(value)s"),
        ONLY: gettext_noop("one deal, from %(value)s-%(value)s"),
    }
    deal = ChickenFootDeal
    shape = "tree"
    emblem = (("6-6", 0, 0, 90), ("6-2", -1.45, 1.2, 30), ("6-5", 0, 1.5, 0), ("6-3", 1.45, 1.2, -30))
    presets = (
        Preset(
            "short",
            gettext_noop("Short match"),
            gettext_noop("Three deals: double-nine, eight and seven. A quarter of an hour."),
            {"low": 7},
            {"set": 12, "low": 10},
        ),
        Preset(
            "full",
            gettext_noop("Whole match"),
            gettext_noop("Ten deals, from double-nine down to double-blank. Most of an hour."),
            {},
            {"set": 12},
        ),
        Preset(
            "single",
            gettext_noop("One deal"),
            gettext_noop("Just the double-nine. Five minutes."),
            {"low": 9},
            {"set": 12, "low": 12},
        ),
    )
    presets_by_deals = (
        Preset("nine", gettext_noop("Double-nine set"), gettext_noop("From 9-9 down; up to 7 at a table."), {"set": 9}),
        Preset(
            "twelve",
            gettext_noop("Double-twelve set"),
            gettext_noop("From 12-12 down; up to 12 at a table."),
            {"set": 12},
        ),
    )
    samples = (
        Sample(2, {"high": 1}),
        Sample(2, {"high": 9, "low": 7}),
        Sample(4, {"high": 1}),
        Sample(7, {"high": 5, "low": 5}),
        Sample(8, {"set": 12, "high": 12, "low": 11}),
        Sample(12, {"set": 12, "high": 0}),
        Sample(19, {"set": 15, "high": 15, "low": 15}),
        Sample(27, {"set": 18, "high": 3, "low": 3}),
    )
    quick = {"high": 1}

    def option(self, name: str, chosen: Mapping[str, Any]) -> Option:
        if name == "high":
            return Option(range(chosen["set"] + 1), chosen["set"])
        if name == "low":
            return Option(range(chosen["high"] + 1), 0)
        return self.options[name]

    def non_default_options(self, options: Mapping[str, Any]) -> dict[str, Value]:
        told = super().non_default_options(options)
        if options["low"] != options["high"]:
            return told
        return {name: value for name, value in told.items() if name == "set"} | {ONLY: options["high"]}

    def set_of(self, options: Mapping[str, Any]) -> int:
        return int(options["set"])

    def seats(self, options: Mapping[str, Any]) -> range:
        """Return the numbers of seats that leave at least one tile in the stock (CF1, CF2)."""
        return range(2, (len(self.tiles(options)) - 1) // HAND + 1)

    def first(self, previous: Deal | None) -> int:
        """Return the seat after the one that placed the last starter tile (CF6)."""
        return 0 if previous is None else (previous.layout[0].seat + 1) % previous.seats

    def last_deal(self, options: Mapping[str, Any]) -> int:
        """Return the number of deals, one for each double (CF3)."""
        return int(options["high"] - options["low"] + 1)

    def deal_alone(self, options: Mapping[str, Any], number: int) -> dict[str, Any]:
        """Return the options of a match whose first and last double is that deal's."""
        double = max(options["high"] - number + 1, 0)
        return {**options, "high": double, "low": double}

    def minutes(self, options: Mapping[str, Any], seats: int) -> float:
        return minutes_at(seats, 5.0 * self.last_deal(options))

    def outcome(
        self, options: Mapping[str, Any], totals: Sequence[int], deals: Sequence[DealResult]
    ) -> MatchResult | None:
        if len(deals) < self.last_deal(options):
            return None
        ranks = [rank(total, [deal.scores[seat] for deal in deals]) for seat, total in enumerate(totals)]
        return MatchResult(tuple(totals), tuple(seat for seat, its in enumerate(ranks) if its == min(ranks)))


def rank(total: int, scores: Sequence[int]) -> tuple[int, int, int]:
    """Return a sort key: the lowest total wins (CF4), then more deals without points, then the lowest other deal
    (CF5)."""
    return total, -scores.count(0), min(filter(None, scores), default=0)
