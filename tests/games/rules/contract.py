"""The contract that every game keeps, checked on random deals and matches at sample tables (see `test_contract`)."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.rules import Deal, Game, IllegalMove, Match, Move, Sample, Tile, full_set, read_move, rules_of
from tests.games.rules.unseen.worlds import could_be_true

MOST_DEALS = 1_000

Promise = Callable[[Game, Sample, int], None]


def shuffled_deck(match: Match, rng: random.Random) -> list[Tile]:
    return rng.sample(match.tiles, len(match.tiles))


def match_at(game: Game, table: Sample) -> Match:
    return Match(game.slug, table.seats, table.options, game.version)


def walk(game: Game, table: Sample, seed: int) -> Iterator[tuple[Match, Deal]]:
    """Yield every position of the first deals of a random match, from the start to the end."""
    match, rng = match_at(game, table), random.Random(seed)
    while match.result is None and len(match.deals) < 3:
        deal = match.start_deal(shuffled_deck(match, rng))
        yield match, deal
        while moves := deal.legal_moves():
            match.play(rng.choice(moves))
            yield match, deal


def played(game: Game, table: Sample, rng: random.Random) -> Match:
    """Return a complete random match."""
    match = match_at(game, table)
    while match.result is None:
        assert len(match.deals) < MOST_DEALS
        deal = match.start_deal(shuffled_deck(match, rng))
        while moves := deal.legal_moves():
            match.play(rng.choice(moves))
    return match


def seats_and_onlooker(deal: Deal) -> list[int | None]:
    return [None, *range(deal.seats)]


def all_tiles(deal: Deal) -> list[Tile]:
    """Return every tile that is laid, held or hidden."""
    places: list[Any] = [deal.hands, deal.stock, [laid.tile for laid in deal.layout]]
    places += [getattr(deal, name, []) for name in ("face_down", "tops", "discards")]
    return list(tiles_in(places))


def tiles_in(value: Any) -> Iterator[Tile]:
    if isinstance(value, Tile):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from tiles_in(item)


def exchanged(value: Any, other: dict[Tile, Tile]) -> Any:
    """Return `value` with tiles exchanged throughout."""
    if isinstance(value, Tile):
        return other.get(value, value)
    return [exchanged(item, other) for item in value] if isinstance(value, list) else value


def hidden_from(deal: Deal, seat: int | None) -> list[Tile]:
    """Return the tiles that a seat, or an onlooker, may not know."""
    if deal.result is not None:
        return [] if deal.view(None).public["result"].get("stock") else sorted(deal.stock)
    hands = [hand for other, hand in enumerate(deal.hands) if other != seat]
    return sorted(tiles_in([hands, deal.stock, getattr(deal, "face_down", [])]))


def deal_hidden_anew(deal: Deal, seat: int | None, rng: random.Random) -> Deal:
    """Return the same deal with the tiles that `seat` may not know shuffled among themselves."""
    hidden = hidden_from(deal, seat)
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    twin = deal.copy()
    for name, value in vars(deal).items():
        if name != "_legal":
            setattr(twin, name, exchanged(value, other))
    twin._legal = None
    return twin


def no_tile_is_lost_or_doubled(game: Game, table: Sample, seed: int) -> None:
    for match, deal in walk(game, table, seed):
        assert sorted(all_tiles(deal)) == sorted(match.tiles)


def there_are_legal_moves_until_there_is_a_result(game: Game, table: Sample, seed: int) -> None:
    for _, deal in walk(game, table, seed):
        moves = deal.legal_moves()
        assert bool(moves) == (deal.result is None)
        assert moves == sorted(set(moves))


def every_legal_move_reads_back_as_written(game: Game, table: Sample, seed: int) -> None:
    for _, deal in walk(game, table, seed):
        for move in deal.legal_moves():
            assert isinstance(move, Move)
            assert read_move(str(move)) is move


def any_moves(rng: random.Random) -> list[Move]:
    """Return readable moves of all kinds, most of them nonsense here."""
    tiles, doubles_6 = full_set(18), full_set(6)
    moves = [f"{rng.choice(tiles)}@{rng.choice(tiles)}", f"discard {rng.choice(tiles)}"]
    for tile in rng.sample(doubles_6, 4):
        moves += [f"{tile}@L", f"{tile}@R", f"{tile}@L>{tile.low}", f"{tile}@R>{tile.high}", f"discard {tile}"]
    return [read_move(text) for text in ("draw", "pass", "end", *moves)]


def illegal_moves_are_refused_and_change_nothing(game: Game, table: Sample, seed: int) -> None:
    rng = random.Random(seed)
    for match, deal in walk(game, table, seed):
        legal = deal.legal_moves()
        laid = rng.choice(deal.layout).tile if deal.layout else full_set(6)[0]
        onto_laid = [
            read_move(f"{tile}@{laid}") for tile in rng.sample(deal.hands[deal.turn], len(deal.hands[deal.turn]))
        ]
        before, played = deal.copy(), len(match.deals[-1].moves)
        for move in {*any_moves(rng), *onto_laid}.difference(legal):
            with pytest.raises(IllegalMove) as refused:
                match.play(move)
            assert refused.value.code.startswith("illegal-")
            assert str(refused.value) == refused.value.template.format(**refused.value.params)
        assert vars(deal) == vars(before)
        assert len(match.deals[-1].moves) == played


def a_copy_goes_its_own_way(game: Game, table: Sample, seed: int) -> None:
    rng = random.Random(seed)
    for match, deal in walk(game, table, seed):
        moves = deal.legal_moves()
        if rng.random() < 0.1 and moves:
            before, views = match.copy(), [deal.view(seat) for seat in seats_and_onlooker(deal)]
            twin = match.copy()
            while twin.deal and (legal := twin.deal.legal_moves()):
                twin.play(rng.choice(legal))
            assert before.deal is not None
            assert vars(deal) == vars(before.deal)
            assert [deal.view(seat) for seat in seats_and_onlooker(deal)] == views
            assert match.deals == before.deals
            assert match.totals == before.totals


def hidden_tiles_cannot_be_told_apart(game: Game, table: Sample, seed: int) -> None:
    rng = random.Random(seed)
    for _, deal in walk(game, table, seed):
        for seat in seats_and_onlooker(deal)[:5]:
            view = deal.view(seat)
            assert deal_hidden_anew(deal, seat, rng).view(seat) == view


def events_name_only_what_everyone_sees(game: Game, table: Sample, seed: int) -> None:
    match, rng = match_at(game, table), random.Random(seed)
    deal = match.start_deal(shuffled_deck(match, rng))
    events = deal.opening
    while True:
        seen = json.dumps([deal.view(None).layout, deal.view(None).public])
        assert all(event.tile is None or f'"{event.tile}"' in seen for event in events)
        if not deal.legal_moves():
            assert events[-1].kind == "deal-over"
            return
        events = match.play(rng.choice(deal.legal_moves()))


def views_are_json_and_say_what_the_contract_says(game: Game, table: Sample, seed: int) -> None:
    for _, deal in walk(game, table, seed):
        for seat in seats_and_onlooker(deal)[:4]:
            view = deal.view(seat)
            json.dumps([view.options, view.layout, view.public, view.mine])
            assert set(view.public) == {"turn", "hands", "stock", "ends", "result", "told"} | deal.shows
            assert (view.mine is None) == (seat is None)
            if view.mine is not None and seat is not None:
                assert view.mine["hand"] == deal.hands[seat]
                assert view.mine["legal"] == (deal.legal_moves() if seat == deal.turn else [])


def the_layout_only_grows(game: Game, table: Sample, seed: int) -> None:
    before: dict[int, tuple[Any, ...]] = {}
    for match, deal in walk(game, table, seed):
        number = len(match.deals)
        layout = deal.view(None).layout
        assert layout[: len(before.get(number, ()))] == before.get(number, ())
        before[number] = layout


def ends_are_where_tiles_may_be_placed(game: Game, table: Sample, seed: int) -> None:
    for _, deal in walk(game, table, seed):
        ends = {end["place"]: end for end in deal.view(None).public["ends"]}
        assert bool(ends) == (deal.result is None)
        assert all(end["free"] > 0 for end in ends.values())
        for move in deal.legal_moves():
            if move.tile is not None and move.kind == "place":
                assert move.place in ends
                if game.touching_halves_match:
                    assert ends[move.place]["pips"] in (move.tile.high, move.tile.low)


def what_is_imagined_looks_the_same_and_plays_on(game: Game, table: Sample, seed: int) -> None:
    rng = random.Random(seed)
    for match, deal in walk(game, table, seed):
        if rng.random() < 0.15:
            seat = rng.randrange(deal.seats)
            imagined = deal.imagine(seat, rng)
            assert imagined.view(seat) == deal.view(seat)
            assert sorted(all_tiles(imagined)) == sorted(match.tiles)
            assert bool(imagined.legal_moves()) == (imagined.result is None)
            while moves := imagined.legal_moves():
                imagined.play(rng.choice(moves))


def imagining_depends_on_nothing_unseen(game: Game, table: Sample, seed: int) -> None:
    rng = random.Random(seed)
    for _, deal in walk(game, table, seed):
        if rng.random() < 0.15:
            seat = rng.randrange(deal.seats)
            other = deal_hidden_anew(deal, seat, rng)
            one, two = deal.imagine(seat, random.Random(seed)), other.imagine(seat, random.Random(seed))
            assert (one.hands, one.stock) == (two.hands, two.stock)
            assert list(all_tiles(one)) == list(all_tiles(two))


def a_move_is_openly_forced_only_if_it_would_be_with_any_hidden_tiles(game: Game, table: Sample, seed: int) -> None:
    """The house plays such moves at once; if that depended on hidden tiles, it would reveal them."""
    rng = random.Random(seed)
    for _, deal in walk(game, table, seed):
        forced = deal.openly_forced()
        if forced is not None and rng.random() < 0.15:
            assert deal.legal_moves() == [forced]
            other = (deal.turn + rng.randrange(1, deal.seats)) % deal.seats
            twin = deal.imagine(other, rng)
            assert twin.legal_moves() == [forced] or forced not in twin.legal_moves()


def what_is_true_is_never_ruled_out(game: Game, table: Sample, seed: int) -> None:
    for match, deal in walk(game, table, seed):
        if deal.result is None:
            assert all(could_be_true(deal, match.deals[-1].deck, seat) for seat in range(deal.seats)[:3])


def a_match_ends_and_can_be_played_again_from_its_deals(game: Game, table: Sample, seed: int) -> None:
    match, again = played(game, table, random.Random(seed)), match_at(game, table)
    for record in match.deals:
        again.start_deal(record.deck)
        for _, move in record.moves:
            again.play(read_move(str(move)))
    assert again.deals == match.deals
    assert (again.totals, again.result) == (match.totals, match.result)


def what_is_told_of_a_game_fits_its_tables(game: Game, table: Sample, seed: int) -> None:
    """Whatever the site asks about a game has an answer at every table."""
    options = game.complete(table.options)
    assert table.seats in game.seats(options)
    assert game.minutes(options, table.seats) > 0
    assert all(preset.options_for(game, table.seats) for preset in (*game.presets, *game.presets_by_deals))
    assert (game.deal.game, game.deal.version) == (game.slug, game.version)
    alone = game.deal_alone(options, 1)
    if alone is not None:
        assert game.last_deal(game.complete(alone)) == 1
        assert game.last_deal(options)
    match = played(game, table, random.Random(seed))
    assert match.result is not None
    counted = [deal for deal in match.results if deal.reason != "void"]
    assert (match.result.settlement is not None) == game.settles(options)
    best = max(match.totals) if game.high_wins else min(match.totals)
    assert all(match.totals[seat] == best for seat in match.result.winners)
    assert game.can_have(options, [0] * match.seats)
    assert game.can_have(options, match.totals)
    assert game.can_end_with(options, match.totals)
    assert game.last_deal(options) in (None, len(match.deals))
    assert game.perfect_deals([score for deal in counted for score in deal.scores]) <= len(counted)


def a_next_version_takes_the_options_of_the_one_before(game: Game, table: Sample, seed: int) -> None:
    for version in range(1, game.version):
        for sample in rules_of(game.slug, version).samples:
            options = rules_of(game.slug, version).complete(sample.options)
            assert sample.seats in game.seats(game.complete(options))


PROMISES: list[Promise] = [
    no_tile_is_lost_or_doubled,
    there_are_legal_moves_until_there_is_a_result,
    every_legal_move_reads_back_as_written,
    illegal_moves_are_refused_and_change_nothing,
    a_copy_goes_its_own_way,
    hidden_tiles_cannot_be_told_apart,
    events_name_only_what_everyone_sees,
    views_are_json_and_say_what_the_contract_says,
    the_layout_only_grows,
    ends_are_where_tiles_may_be_placed,
    what_is_imagined_looks_the_same_and_plays_on,
    imagining_depends_on_nothing_unseen,
    what_is_true_is_never_ruled_out,
    a_match_ends_and_can_be_played_again_from_its_deals,
    what_is_told_of_a_game_fits_its_tables,
    a_next_version_takes_the_options_of_the_one_before,
]
RARELY_BROKEN: list[Promise] = [
    hidden_tiles_cannot_be_told_apart,
    what_is_imagined_looks_the_same_and_plays_on,
    imagining_depends_on_nothing_unseen,
]
"""Checked more often, since a fault would only show in a few positions."""
