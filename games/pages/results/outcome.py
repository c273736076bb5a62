"""A finished match, ready to be shown: who won, what each deal scored, and its final layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts import names
from games.models import Table
from games.pages.drawing import layout
from games.pages.labels import reason_label
from games.pages.lobby import Row
from games.pages.results.curve import Curve, curve
from games.pages.results.ranking import places, what_decided
from games.records.export import Record
from games.rules import Match, read_move
from games.state.live_tables import Sitter


@dataclass(frozen=True, slots=True)
class Column:
    """A seat in the table of scores."""

    sitter: Sitter
    total: int
    settlement: int | None
    is_winner: bool
    is_mine: bool

    @property
    def shown_name(self) -> str:
        return names.shown(self.sitter.name)


@dataclass(frozen=True, slots=True)
class Ranked:
    place: int
    column: Column


@dataclass(frozen=True, slots=True)
class DealRow:
    number: int
    reason: str
    scores: Sequence[int]
    moves: int
    link: str
    """The deal's link; empty while the table is sealed."""
    picture: SafeString

    @classmethod
    def of(cls, game: str, deal: Record, picture: SafeString) -> DealRow:
        result = deal["result"]
        reason = reason_label(game, result["reason"])
        return cls(deal["number"], reason, result["scores"], len(deal["moves"]), deal["link"], picture)


class Outcome:
    """The content of the result page; `seat` is the reader's own, if any."""

    def __init__(self, table: Table, record: Record, seat: int | None) -> None:
        self.table = table
        self.record = record
        self.seat = seat
        self.row = Row.of(table)

    @cached_property
    def columns(self) -> list[Column]:
        result: dict[str, Any] = self.record["result"]
        settlement = result.get("settlement") or [None] * self.table.seat_count
        return [
            Column(sitter, total, settled, number in result["winners"], number == self.seat)
            for number, (sitter, total, settled) in enumerate(
                zip(self.row.sitters, result["totals"], settlement, strict=True)
            )
        ]

    @property
    def ranking(self) -> list[Ranked]:
        totals, winners = (self.record["result"][name] for name in ("totals", "winners"))
        ranked = places(totals, winners, high_wins=self.table.rules.high_wins)
        return [Ranked(place, self.columns[seat]) for place, seat in ranked]

    @property
    def summary(self) -> str:
        """Return the game and everybody's points, for links to the match."""
        ranked = ", ".join(f"{one.column.shown_name} {one.column.total}" for one in self.ranking)
        return f"{self.table.get_game_display()} · {ranked}"

    @property
    def what_decided(self) -> str:
        return what_decided(self.record, self._names)

    @property
    def curve(self) -> Curve | None:
        return curve(self._names, [deal.scores for deal in self.deals])

    @property
    def _names(self) -> list[str]:
        return [column.shown_name for column in self.columns]

    @cached_property
    def deals(self) -> list[DealRow]:
        """Return the deals, each with a picture of its final layout."""
        match = Match(self.table.game, self.table.seat_count, self.table.options, self.table.rules_version)
        return [DealRow.of(self.table.game, deal, _played(match, deal)) for deal in self.record["deals"]]

    @property
    def is_settled(self) -> bool:
        return "settlement" in self.record["result"]

    @property
    def sentence(self) -> str:
        """Return a sentence that tells the reader who won."""
        winners = [column for column in self.columns if column.is_winner]
        if [column.is_mine for column in winners] == [True]:
            return _("You win!")
        names = [_("you") if column.is_mine else column.shown_name for column in winners]
        if len(names) == 1:
            return _("%(name)s wins") % {"name": names[0]}
        return _("Shared win: %(names)s") % {"names": get_text_list(names, _("and"))}


def _played(match: Match, deal: Record) -> SafeString:
    """Replay the next deal of `match` and draw its final layout; a void deal may have none (TS6)."""
    playing = match.start_deal(deal["deck"])
    for _seat, text in deal["moves"]:
        match.play(read_move(text))
    if not playing.layout:
        return SafeString()
    label = _("The table at the end of deal %(number)d") % {"number": deal["number"]}
    return layout(match.rules.shape, playing.layout, label)
