"""Networks: they see only what a seat sees, rate every move, and come out the same each time they are trained."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.bots import choose
from games.bots.arena import Contest, shuffled_deck
from games.bots.cli import main
from games.bots.learning import rate, training
from games.bots.learning.networks import EYES, WEIGHTS, Network, file_of, network_of
from games.bots.playouts import POSITIONS
from games.rules import GAMES, Deal, Match
from tests.often import times

TABLES = [("chicken-foot", 2), ("chicken-foot", 5), ("two-step", 2), ("kardinal", 2), ("kardinal", 4)]


def positions(game: str, seats: int, seed: int) -> Iterator[Deal]:
    """Yield all positions of a deal between bots that play at random."""
    match, rng = Match(game, seats), random.Random(seed)
    deal = match.start_deal(shuffled_deck(match, rng))
    while deal.result is None:
        yield deal
        deal.play(rng.choice(deal.legal_moves()))


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(times(3, 100)))
def test_a_network_sees_the_same_in_a_view_and_in_any_imagined_deal(game: str, seats: int, seed: int) -> None:
    eyes = EYES[game]
    for deal in positions(game, seats, seed):
        view, imagined = deal.view(deal.turn), deal.imagine(deal.turn, random.Random(seed))
        seen = eyes.seen_in(view)
        for its in (deal, imagined):
            position = POSITIONS[game, 1].of(its)
            its_own = eyes.seen_at(position)
            for _, act in eyes.acts_of(view, view.mine["legal"] if view.mine else []):
                inputs = eyes.inputs(seen, act)
                assert inputs == eyes.inputs(its_own, act)
                assert len({*inputs}) == len(inputs)
                assert all(0 <= one < eyes.size for one in inputs)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("seed", range(times(3, 100)))
def test_its_acts_are_the_legal_moves(game: str, seats: int, seed: int) -> None:
    """Carrying out an act leads where its move leads; in Two-Step, acts go further."""
    eyes = EYES[game]
    for deal in positions(game, seats, seed):
        view, position = deal.view(deal.turn), POSITIONS[game, 1].of(deal)
        assert view.mine is not None
        acts = dict(eyes.acts_of(view, view.mine["legal"]))
        assert acts.keys() <= {*view.mine["legal"]}
        assert len(eyes.acts_at(position)) >= len(acts) > 0
        if game == "two-step":
            continue
        assert {move.tile for move in acts} == {move.tile for move in view.mine["legal"]}
        for move, act in acts.items():
            done, played = position.copy(), position.copy()
            eyes.do(done, act)
            played.play(move)
            assert (done.turn, done.scores) == (played.turn, played.scores)


def test_a_network_is_kept_as_text() -> None:
    network = Network([(1.0, 0.5), (-2.0, 3.0)], (0.25, -1.0), (2.0,))
    again = Network.read(network.text())
    assert again == network
    assert again.rate([0, 1]) == 1.0 - 2.0 + 0.25 + 2.0 * (0.5 + 3.0 - 1.0)
    assert again.rate([]) == 0.25


@pytest.mark.parametrize("path", sorted(WEIGHTS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_network_is_small_and_fits_its_game(path: Path) -> None:
    game, seats = next(at for at in TABLES if file_of(*at) == path)
    assert file_of(game, seats).stat().st_size < 100_000
    assert network_of(game, seats) is not None


@pytest.mark.parametrize("game", GAMES)
def test_training_leads_to_the_same_network_again(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "AT_ONCE", 10)
    first, second = ([network.text() for *_, network in training.train(game, [2], 20, seed=7)] for _ in range(2))
    assert first == second
    assert Network.read(first[-1]).rows


def test_trained_networks_are_written_to_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "AT_ONCE", 10)
    assert main(f"train kardinal --deals 10 --to {tmp_path}".split()) == 0
    names = ["kardinal-more.txt", "kardinal-two.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert all(len(Network.read((tmp_path / name).read_text()).rows) == EYES["kardinal"].size for name in names)
    assert main(f"train two-step --deals 10 --to {tmp_path}/no/such/folder".split()) == 2


@pytest.mark.parametrize(("game", "seats"), [at for at in TABLES if network_of(*at)])
def test_it_plays_at_once_what_looks_best_to_it(game: str, seats: int) -> None:
    for deal in positions(game, seats, 1):
        view = deal.view(deal.turn)
        assert view.mine is not None
        if len(view.mine["legal"]) > 1:
            chosen = choose(view, "strong", random.Random(1))
            rated, its = rate(view, view.mine["legal"]), rate(view, [chosen])
            assert rated
            assert its
            assert its[chosen] == max(rated.values())


def test_tables_without_a_network_are_played_by_ideas() -> None:
    options = {"set": 12, "high": 12, "low": 12}
    match = Contest("chicken-foot", 3, ["strong"], seed=1, options=options).open_match()
    deal = match.start_deal(shuffled_deck(match, random.Random(1)))
    view = deal.view(deal.turn)
    assert view.mine is not None
    assert rate(view, view.mine["legal"]) is None
