"""A match: all the deals that decide a winner, with totals and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from games.rules.deal import Deal, DealResult, Event
from games.rules.game import MatchResult
from games.rules.moves import IllegalMove, Move, gettext_noop
from games.rules.registry import rules_of
from games.rules.tiles import Tile, read_tile


class DeckError(ValueError):
    """A deck that is not exactly the whole set."""


@dataclass(slots=True)
class DealRecord:
    """What happened in a deal, enough to replay it. `result` is None while it is being played."""

    number: int
    deck: tuple[Tile, ...]
    first: int
    moves: list[tuple[int, Move]] = field(default_factory=list)
    result: DealResult | None = None


class Match:
    """A series of deals. The caller supplies a shuffled deck for each."""

    def __init__(
        self, game: str, seats: int, options: Mapping[str, Any] | None = None, version: int | None = None
    ) -> None:
        """Open a match under `version` of the game's rules, by default the current one. Raises `OptionsError`."""
        self.rules = rules_of(game, version)
        self.options = self.rules.complete(options or {})
        self.rules.check_seats(seats, self.options)
        self.seats = seats
        self.deal: Deal | None = None
        self.deals: list[DealRecord] = []
        self.results: list[DealResult] = []
        self.totals = [0] * seats
        self.result: MatchResult | None = None

    @property
    def game(self) -> str:
        return self.rules.slug

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Return the whole set that the match is played with, in order."""
        return self.rules.tiles(self.options)

    def start_deal(self, deck: Iterable[str]) -> Deal:
        """Start the next deal. The one before must be over, and the match must not be. Raises `DeckError`."""
        if self.result is not None or (self.deal is not None and self.deal.result is None):
            raise RuntimeError("a deal can only start when the previous one is over and the match is not")
        tiles = read_deck(self.tiles, deck)
        record = DealRecord(len(self.deals) + 1, tiles, self.rules.first(self.deal))
        self.deal = self.rules.deal.start(self.options, self.seats, record.number, tiles, record.first)
        self.deals.append(record)
        self._close_deal()
        return self.deal

    def play(self, move: Move) -> list[Event]:
        """Play a move for the seat on turn. Raises `IllegalMove`, which changes nothing."""
        deal = self.deal
        if deal is None:
            raise IllegalMove("illegal-no-deal", gettext_noop("The deal has not begun."))
        seat = deal.turn
        events = deal.play(move)
        self.deals[-1].moves.append((seat, move))
        if deal.result is not None:
            self._close_deal()
        return events

    def copy(self) -> Self:
        """Return an independent match in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.deal = self.deal and self.deal.copy()
        twin.deals = self.deals.copy()
        if self.deals:
            twin.deals[-1] = replace(self.deals[-1], moves=self.deals[-1].moves.copy())
        twin.results = self.results.copy()
        twin.totals = self.totals.copy()
        return twin

    def _close_deal(self) -> None:
        assert self.deal is not None
        result = self.deal.result
        if result is None:
            return
        self.deals[-1].result = result
        self.totals = [total + score for total, score in zip(self.totals, result.scores, strict=True)]
        self.results.append(result)
        self.result = self.rules.outcome(self.options, self.totals, self.results)


def read_deck(tiles: Sequence[Tile], deck: Iterable[str]) -> tuple[Tile, ...]:
    """Return the deck as tiles. Raises `DeckError` unless it has each of `tiles` once."""
    texts = list(deck)
    if len(texts) != len(tiles) or not set(texts).issuperset(tiles):
        raise DeckError("The deck is not the whole set, every tile once.")
    return tuple(map(read_tile, texts))
