"""Many matches of each game, people and bots at random, through the real services and the database."""

import random

import pytest

from accounts.models import Player
from games.models import Seat, Table
from games.records.checking import problems_of
from games.records.export import record_of
from games.rules import GAMES
from games.rules.records import record
from games.state.live_tables import live_tables
from tests.games.people import play_to_the_end, seated_table
from tests.often import times

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES = times(12, 200)


def random_options(game: str, rng: random.Random) -> dict[str, object]:
    """Return options of a short match, each either the default or a random value."""
    rules, minutes = GAMES[game], 10
    if GAMES[game].drags_at_random:
        minutes = rng.choice([3, 3, 3, 6])
    while True:
        chosen: dict[str, object] = {}
        for name in rules.options:
            option = rules.option(name, chosen)
            chosen[name] = option.default if rng.random() < 0.7 else rng.choice(option.values)
        if rules.minutes(chosen, 2) <= minutes:
            return chosen


def random_table(game: str, people: list[Player], rng: random.Random) -> Table:
    options = random_options(game, rng)
    allowed = GAMES[game].seats(GAMES[game].complete(options))
    seats = rng.choice(allowed[:4])
    playing = rng.sample(people, rng.randint(1, min(2, seats)))
    bots = [rng.choice([Seat.Bot.EASY, Seat.Bot.MEDIUM]) for _ in range(seats - len(playing))]
    return seated_table(playing, bots=bots, game=game, options=options)


@pytest.mark.parametrize("game", GAMES)
def test_every_record_of_many_matches_is_right(game: str, alice: Player, bob: Player) -> None:
    rng = random.Random(f"many of {game}")
    for _ in range(MATCHES):
        table = random_table(game, [alice, bob], rng)
        if rng.random() < 0.1:
            live_tables.forget()
        table = play_to_the_end(table.pk, rng)
        assert list(record.check(record_of(table))) == []
        assert list(problems_of(table)) == []
    assert Table.objects.finished().count() == MATCHES
