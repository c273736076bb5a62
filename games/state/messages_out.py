"""Outgoing messages: a live table as one seat or an onlooker may see it (docs/live-protocol.md).

Every message is built from the parts of `Deal.view`, which hold nothing that must stay hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import cast

from django.utils import timezone

from games.layout import Spot
from games.rules import shuffle
from games.rules.deal import Deal, Event, Laid
from games.rules.moves import Move
from games.state import message_types as wire
from games.state.clock import shown_end
from games.state.live_tables import LiveTable

PROTOCOL = "boneyard-live/2"


def spot_message(spot: Spot) -> wire.Spot:
    message: wire.Spot = {"x": spot.x, "y": spot.y, "angle": spot.angle}
    if spot.link:
        message["link"] = spot.link
    return message


def laid_message(laid: Laid, spot: Spot) -> wire.Laid:
    lies = spot_message(spot)
    return {"seat": laid.seat, "tile": laid.tile, "place": laid.place, "out": laid.out, **lies}


def event_message(event: Event) -> wire.Event:
    said = {key: value for key, value in event._asdict().items() if value is not None and (key != "count" or value)}
    return cast(wire.Event, said)


def public_message(deal: Deal) -> wire.Public:
    """Return what everyone may know besides the layout, including the keys that only this game has."""
    return cast(wire.Public, deal.public())


def clock_message(live: LiveTable, now: datetime) -> wire.Clock:
    ends_at = shown_end(live)
    return {
        "ends_at": ends_at.timestamp() if ends_at else None,
        "now": now.timestamp(),
        "seconds": live.seconds,
        "paused": live.is_paused,
    }


def seats_message(live: LiveTable) -> list[wire.Seat]:
    return [
        {
            "seat": sitter.number,
            "name": sitter.name,
            "bot": sitter.bot,
            "is_bot": sitter.is_bot,
            "away": sitter.away,
            "left": sitter.left,
            "online": bool(sitter.bot) or sitter.player_id in live.present,
            "ready": sitter.ready >= live.deal_number > 0,
            "total": live.match.totals[sitter.number],
        }
        for sitter in live.seats
    ]


def ends_message(live: LiveTable, public: wire.Public) -> list[wire.End]:
    return [
        {
            "place": end["place"],
            "pips": end["pips"],
            "spots": [spot_message(spot) for spot in live.arrangement.end(end["place"])],
        }
        for end in public["ends"]
    ]


def mine_message(live: LiveTable, seat: int, *, has_spots: bool = True) -> wire.Mine:
    """Return a seat's own part: its hand, and its legal moves with the spots where their tiles would lie.

    Finding the spots takes longer than everything else about a move of Chicken Foot, so they may be left to
    `spots_message`.
    """
    assert live.match.deal is not None
    mine = live.match.deal.mine(seat)
    return cast(wire.Mine, {**mine, "legal": [_offer(live, move, has_spots) for move in mine["legal"]]})


def _offer(live: LiveTable, move: Move, has_spot: bool) -> wire.Offer:
    if move.kind != "place":
        return {"move": move, "spot": None}
    return {"move": move, "spot": spot_message(live.arrangement.place(move))} if has_spot else {"move": move}


def spots_message(live: LiveTable, seat: int) -> wire.OwnSpots | None:
    """Return where the tiles of a seat's legal moves would lie, or None if it can place none."""
    deal = live.match.deal
    assert deal is not None
    legal = deal.mine(seat)["legal"]
    spots = {move: spot_message(live.arrangement.place(move)) for move in legal if move.kind == "place"}
    return {"type": "spots", "deal": live.deal_number, "ply": live.ply, "spots": spots} if spots else None


def over_message(live: LiveTable) -> wire.DealOver:
    """Return how the deal that has just finished ended, with its link unless other tables still play it."""
    result = live.match.result
    deal = live.match.deals[-1]
    assert deal.result is not None
    return {
        "number": deal.number,
        "reason": cast(wire.Reason, deal.result.reason),
        "scores": deal.result.scores,
        "totals": live.match.totals,
        "link": _link(live, deal.number),
        "result": result_message(live) if result else None,
    }


def result_message(live: LiveTable) -> wire.MatchResult:
    result = live.match.result
    assert result is not None
    message: wire.MatchResult = {"totals": list(result.totals), "winners": list(result.winners)}
    if result.settlement is not None:
        message["settlement"] = list(result.settlement)
    return message


def moved_messages(
    live: LiveTable, *, seat: int, move: Move, by: str, events: list[Event], new: int, over: wire.DealOver | None
) -> tuple[wire.Moved, dict[int, wire.OwnPart]]:
    """Return the public message of the move just played, which laid `new` tiles, and the own part of each seat it
    changed.

    After a player's move the spots are left out: the caller sends `spots_message` afterwards.
    """
    moved = moved_message(live, seat=seat, move=move, by=by, events=events, new=new, over=over)
    changed = {seat} if live.turn is None else {seat, live.turn}
    watched, has_spots = [number for number in changed if live.seats[number].is_watched_by_player], by != "player"
    return moved, {number: own_message(live, number, has_spots=has_spots) for number in watched}


def moved_message(
    live: LiveTable, *, seat: int, move: Move, by: str, events: list[Event], new: int, over: wire.DealOver | None
) -> wire.Moved:
    """Return the public message of the move just played, which laid `new` tiles."""
    deal = live.match.deal
    assert deal is not None
    public = public_message(deal)
    first = len(live.spots) - new
    return {
        "type": "moved",
        "deal": live.deal_number,
        "ply": live.ply,
        "seat": seat,
        "move": move,
        "by": cast(wire.By, by),
        "events": [event_message(event) for event in events],
        "layout": [laid_message(*pair) for pair in zip(deal.layout[first:], live.spots[first:], strict=True)],
        "public": public,
        "ends": ends_message(live, public),
        "clock": clock_message(live, timezone.now()),
        "over": over,
    }


def without_unchanged(live: LiveTable, moved: wire.Moved) -> wire.ShortMoved:
    """Return the message of the move just played without the parts that it has not changed.

    Nothing is left out unless this process announced the previous move.
    """
    deal, ply, public = moved["deal"], moved["ply"], moved["public"]
    told, live.told = live.told, (deal, ply, public)
    if told is None or told[:2] != (deal, ply - 1):
        return cast(wire.ShortMoved, moved)
    before = told[2]
    changed = {key: value for key, value in public.items() if key not in before or before[key] != value}  # type: ignore[literal-required]
    short = cast(wire.ShortMoved, {**moved, "public": changed})
    if "ends" not in changed and not moved["layout"]:
        del short["ends"]
    return short


def seats_changed_message(live: LiveTable) -> wire.Seats:
    return {
        "type": "seats",
        "seats": seats_message(live),
        "clock": clock_message(live, timezone.now()),
        "hints": live.gives_hints,
    }


def table_message(status: str, rematch: str | None = None) -> wire.TableNews:
    """Return the message of a new status; `rematch` is the address of the next table for the same people."""
    return {"type": "table", "status": cast(wire.Status, status), "rematch": rematch}


def own_message(live: LiveTable, seat: int, *, has_spots: bool) -> wire.OwnPart:
    mine = mine_message(live, seat, has_spots=has_spots)
    return {"type": "mine", "deal": live.deal_number, "ply": live.ply, "mine": mine}


def view_message(live: LiveTable, seat: int | None) -> wire.View:
    """Return the whole table as `seat` may see it; None is an onlooker."""
    return view_messages(live, [seat])[seat]


def view_messages(live: LiveTable, seats: Iterable[int | None]) -> dict[int | None, wire.View]:
    """Return the whole table as each of these seats may see it; None is an onlooker."""
    deal = live.match.deal
    assert deal is not None
    public = public_message(deal)
    of_all: wire.View = {
        "type": "view",
        "protocol": PROTOCOL,
        "table": live.id,
        "game": live.match.game,
        "options": live.match.options,
        "status": cast(wire.Status, live.status),
        "deal": live.deal_number,
        "ply": live.ply,
        "seat": None,
        "seats": seats_message(live),
        "layout": [laid_message(*pair) for pair in zip(deal.layout, live.spots, strict=True)],
        "public": public,
        "ends": ends_message(live, public),
        "mine": None,
        "events": [event_message(event) for event in live.opening],
        "clock": clock_message(live, timezone.now()),
        "deals": past_deals(live),
        "moves": live.match.deals[-1].moves.copy(),
        "result": result_message(live) if live.match.result else None,
        "fair": fair_message(live),
        "hints": live.gives_hints,
    }
    return {
        seat: of_all if seat is None else {**of_all, "seat": seat, "mine": mine_message(live, seat)} for seat in seats
    }


def past_deals(live: LiveTable) -> list[wire.PastDeal]:
    return [
        {
            "number": deal.number,
            "reason": cast(wire.Reason, deal.result.reason),
            "scores": deal.result.scores,
            "link": _link(live, deal.number),
        }
        for deal in live.match.deals
        if deal.result is not None
    ]


def _link(live: LiveTable, number: int) -> str | None:
    """Return the link of a finished deal, unless other tables still play it."""
    return None if live.is_sealed else live.chain.link(number).hex()


def fair_message(live: LiveTable) -> wire.Fair:
    return {
        "scheme": shuffle.SCHEME,
        "anchor": live.chain.anchor,
        "contributions": [sitter.contribution for sitter in live.seats],
    }
