"""Records of matches as JSON: written, replayed, verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.rules import shuffle
from games.rules.deal import DealResult
from games.rules.game import MatchResult, OptionsError
from games.rules.json_input import ShapeError, hex_bytes, member, move_pair, quoted, texts
from games.rules.match import DealRecord, DeckError, Match
from games.rules.moves import MoveError, read_move

FORMAT = "domino-record/1"


class RecordError(ValueError):
    """A record that cannot be replayed: where (deals and moves counted from 1) and why, in one sentence."""

    def __init__(self, sentence: str, deal: int | None = None, move: int | None = None) -> None:
        places = (f"{name} {number}" for name, number in (("deal", deal), ("move", move)) if number is not None)
        where = ", ".join(places)
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.sentence = sentence
        self.deal = deal
        self.move = move


# Writing


def dump(match: Match, links: Sequence[str] = (), **extra: Any) -> dict[str, Any]:
    """Return the record of a match, with all options; `links` belong to the deals in order, `extra` are further
    keys."""
    deals = [_dump_deal(deal) for deal in match.deals]
    for deal, link in zip(deals, links, strict=False):
        deal["link"] = link
    record: dict[str, Any] = {"format": FORMAT, "game": match.game, "rules": match.rules.version}
    record |= {"seats": match.seats, "options": dict(match.options)}
    record |= extra | {"deals": deals}
    if match.result is not None:
        record["result"] = result_of_match(match.result)
    return record


def _dump_deal(deal: DealRecord) -> dict[str, Any]:
    written: dict[str, Any] = {
        "number": deal.number,
        "deck": [str(tile) for tile in deal.deck],
        "first": deal.first,
        "moves": [[seat, str(move)] for seat, move in deal.moves],
    }
    if deal.result is not None:
        written["result"] = result_of_deal(deal.result)
    return written


def result_of_deal(result: DealResult) -> dict[str, Any]:
    return {"reason": result.reason, "scores": list(result.scores)}


def result_of_match(result: MatchResult) -> dict[str, Any]:
    written: dict[str, Any] = {"totals": list(result.totals), "winners": list(result.winners)}
    if result.settlement is not None:
        written["settlement"] = list(result.settlement)
    return written


# Reading


def load(record: Any) -> Match:
    """Replay a record as far as it goes and return the match. Raises `RecordError`."""
    try:
        match = _open(record)
        deals = member(record, "deals", list)
    except (ShapeError, OptionsError) as error:
        raise RecordError(str(error)) from error
    for number, written in enumerate(deals, 1):
        try:
            _start_deal(match, written, number)
            moves = member(written, "moves", list)
        except (ShapeError, DeckError) as error:
            raise RecordError(str(error), number) from error
        for index, pair in enumerate(moves, 1):
            try:
                _play(match, pair)
            except (ShapeError, MoveError) as error:
                raise RecordError(str(error), number, index) from error
    return match


def expect_format(record: Any) -> None:
    """Raise `ShapeError` unless this claims to be a record."""
    if member(record, "format", str) != FORMAT:
        raise ShapeError(f'"format" must be "{FORMAT}".')


def _open(record: Any) -> Match:
    expect_format(record)
    game, seats, options = member(record, "game", str), member(record, "seats", int), member(record, "options", dict)
    return Match(game, seats, options, version_in(record))


def version_in(record: Any) -> int:
    """Return the version of the rules that a record or a position was played under; 1 if it does not say."""
    return member(record, "rules", int) if "rules" in record else 1


def _start_deal(match: Match, written: Any, number: int) -> None:
    if match.result is not None:
        raise ShapeError("The match was over before this deal.")
    if match.deal is not None and match.deal.result is None:
        raise ShapeError("The deal before this one is not over.")
    match.start_deal(texts(written, "deck"))
    if member(written, "number", int) != number:
        raise ShapeError(f'"number" must be {number}.')
    first = match.deals[-1].first
    if member(written, "first", int) != first:
        raise ShapeError(f'"first" must be {first}.')


def _play(match: Match, pair: Any) -> None:
    seat, text = move_pair(pair)
    assert match.deal is not None
    move = read_move(text)
    if match.deal.result is None and seat != match.deal.turn:
        raise ShapeError(f"Seat {match.deal.turn} is on turn, not seat {quoted(seat)}.")
    match.play(move)


# Verifying


def check(record: Any) -> list[str]:
    """Return everything that is wrong with a record, one sentence each with its place; empty if it is right."""
    try:
        match = load(record)
    except RecordError as error:
        return [str(error)]
    return [*_wrong_results(match, record), *_unfair(match, record)]


def _wrong_results(match: Match, record: Any) -> Iterator[str]:
    for played, written in zip(match.deals, record["deals"], strict=True):
        expected = None if played.result is None else result_of_deal(played.result)
        for problem in _differences(expected, written.get("result"), "deal"):
            yield f"deal {played.number}: {problem}"
    expected = None if match.result is None else result_of_match(match.result)
    yield from _differences(expected, record.get("result"), "match")


def _differences(expected: dict[str, Any] | None, written: Any, what: str) -> Iterator[str]:
    if expected is None:
        if written is not None:
            yield f'The {what} is not over, but there is a "result".'
        return
    if written is None:
        yield f'The {what} is over, but there is no "result".'
        return
    if type(written) is not dict:
        yield '"result" must be an object.'
        return
    for key, value in expected.items():
        if not _same(value, written.get(key)):
            yield f'"{key}" must be {value}, not {quoted(written.get(key))}.'
    if "settlement" in written and "settlement" not in expected:
        yield 'There is no "settlement" in this match.'


def _same(value: Any, written: Any) -> bool:
    """Return whether the values are equal and numbers are integers on both sides."""
    if isinstance(value, list):
        return type(written) is list and len(value) == len(written) and all(map(_same, value, written))
    return type(written) is type(value) and bool(written == value)


# Fair deals


def _unfair(match: Match, record: Any) -> Iterator[str]:
    if "fair" not in record:
        return
    try:
        anchor, contributions = _read_fair(record["fair"], match.seats)
    except ShapeError as error:
        yield f"fair: {error}"
        return
    for played, written in zip(match.deals, record["deals"], strict=True):
        if played.result is None and "link" not in written:
            continue
        try:
            _check_deck(
                match,
                played,
                hex_bytes(member(written, "link", str), shuffle.SECRET_BYTES, '"link"'),
                anchor,
                contributions,
            )
        except ShapeError as error:
            yield f"deal {played.number}: {error}"


def _read_fair(fair: Any, seats: int) -> tuple[bytes, list[bytes]]:
    if member(fair, "scheme", str) != shuffle.SCHEME:
        raise ShapeError(f'"scheme" must be "{shuffle.SCHEME}".')
    anchor = hex_bytes(member(fair, "anchor", str), shuffle.SECRET_BYTES, '"anchor"')
    contributions = [
        hex_bytes(text, shuffle.CONTRIBUTION_BYTES, "A contribution") for text in texts(fair, "contributions")
    ]
    if len(contributions) != seats:
        raise ShapeError(f'"contributions" must be {seats}, one for each seat.')
    return anchor, contributions


def _check_deck(match: Match, played: DealRecord, link: bytes, anchor: bytes, contributions: list[bytes]) -> None:
    if not shuffle.leads_to(anchor, link, played.number):
        raise ShapeError("The link does not lead to the anchor.")
    if played.deck != shuffle.deck(match.tiles, link, contributions, played.number):
        raise ShapeError("The deck does not follow from the link and the contributions.")
