"""The simulated people: each plays one match after another through the live socket, and remembers every move that the
site has acknowledged."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException

from run.trial.table_player import TablePlayer
from run.trial.visitors import Visitor

Ledger = dict[str, dict[int, str]]
"""The acknowledged moves of each table, by ply."""

NEVER = 24 * 3600.0
REST = 0.5
"""Seconds before a person who was refused tries again."""

MATCHES = (
    ("kardinal", 4, {"option_ending": "games", "option_games": "1"}),
    ("chicken-foot", 3, {"option_high": "9", "option_low": "8"}),
    ("two-step", 4, {"option_target": "1"}),
)
"""Short matches: the game, the number of seats and the options."""


class Crowd:
    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._seed = seed
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self._playing: list[TablePlayer] = []
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return how many matches have been started."""
        return len(self._playing)

    def come(self, number: int) -> None:
        """Start this many people who each open one table after another."""
        for one in range(number):
            self._start(self._play_at_tables, random.Random(f"{self._seed} {one}"), MATCHES[one % len(MATCHES)])

    def take_part(self, sessions: list[str], tables_of: Callable[[int], list[str]]) -> None:
        """Start people who play in a tournament, one per session; `tables_of` returns the running tables of each."""
        for one, session in enumerate(sessions):
            self._start(self._play_in_tournament, random.Random(f"{self._seed} t{one}"), session, one, tables_of)

    def _start(self, play: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=play, args=arguments, daemon=True)
        thread.start()
        self._threads.append(thread)

    def is_over(self) -> bool:
        """Return whether everybody has finished their last match."""
        return not any(thread.is_alive() for thread in self._threads)

    def close(self) -> None:
        """Keep everybody from starting another match."""
        self._closing.set()

    # --- What is acknowledged ---

    def ledger(self) -> Ledger:
        with self._lock:
            return {player.table: dict(player.acknowledged) for player in self._playing}

    def fall_back(self, ledger: Ledger) -> None:
        """Forget all moves that are not in `ledger`, because the site was restored from a backup; end all matches."""
        with self._lock:
            for player in self._playing:
                player.acknowledged = ledger.get(player.table, {})
                player.is_closed = True
            self._playing = [player for player in self._playing if player.table in ledger]

    # --- Playing ---

    def _play_at_tables(self, rng: random.Random, match: tuple[str, int, dict[str, str]]) -> None:
        game, seats, options = match
        visitor = Visitor(self._url)
        while not self._closing.is_set():
            with _coming_back():
                if table := visitor.opens_a_match(game, seats, seconds="10", **options):
                    self._play(visitor, table, rng)
                else:
                    visitor = Visitor(self._url)  # the site may have forgotten who this is
                    time.sleep(REST)

    def _play_in_tournament(
        self, rng: random.Random, session: str, number: int, tables_of: Callable[[int], list[str]]
    ) -> None:
        visitor = Visitor(self._url)
        visitor.has_session(session)
        while not self._closing.is_set():
            with _coming_back():
                for table in tables_of(number):
                    self._play(visitor, table, rng)
                time.sleep(REST)

    def _play(self, visitor: Visitor, table: str, rng: random.Random) -> None:
        player = TablePlayer(visitor, table, rng)
        with self._lock:
            self._playing.append(player)
        player.play({}, patience=NEVER, at_most=NEVER)


@contextmanager
def _coming_back() -> Iterator[None]:
    """Ignore that the site is down or that the connection was cut, and rest before the next try."""
    try:
        yield
    except (OSError, HTTPException):
        time.sleep(REST)
