"""The messages of tables and the lobby (docs/live-protocol.md); the browser's types are generated from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict

from games.layout.spot import Points
from games.rules.moves import Move
from games.rules.tiles import Tile

Status = Literal["open", "running", "finished", "closed"]
Reason = Literal["out", "blocked", "void"]
By = Literal["player", "bot", "house"]
EventKind = (
    Literal["opened", "placed", "drew", "filled", "turned-up", "discarded", "passed", "ended"]
    | Literal["foot", "foot-done", "went-out", "deal-over"]
)

# --- What lies on the table ---


class Spot(TypedDict):
    """Says where a tile lies: its middle in half-tile units, and its angle in degrees clockwise."""

    x: float
    y: float
    angle: int
    link: NotRequired[Points]


class Laid(Spot):
    """A tile on the layout; `out` is the half that does not touch."""

    seat: int
    tile: Tile
    place: str
    out: int


class End(TypedDict):
    """An open end, with the free places of a tile that would lie there."""

    place: str
    pips: int
    spots: list[Spot]


# --- What all may know of a deal ---


class PublicEnd(TypedDict):
    """An open end by the rules; `free` is how many tiles may still go there now."""

    place: str
    pips: int
    free: int


class Must(TypedDict):
    """What has to be completed first in Chicken Foot, and how many tiles it still takes."""

    kind: Literal["foot", "arms"]
    tile: Tile
    left: int


class Card(TypedDict):
    """A dance card in Two-Step: its top tile, face up, and how many tiles are left."""

    top: Tile | None
    left: int


class LaidOpen(TypedDict):
    """How a deal ended, with all hands; `cards` in Two-Step, `stock` in Kardinaldomino."""

    reason: Reason
    scores: list[int]
    hands: list[list[Tile]]
    cards: NotRequired[list[list[Tile]]]
    stock: NotRequired[list[Tile]]


class Learnt(TypedDict):
    """What everyone has learnt about a hand: it `lacks` all tiles that show one of these `numbers` (cardinals apart, if
    `wild`) and these `doubles`, except among its newest `but` tiles; or it `holds` one of them."""

    seat: int
    says: Literal["lacks", "holds"]
    numbers: list[int]
    doubles: list[int]
    wild: bool
    but: int


class PublicOfGame(TypedDict, total=False):
    """The parts of `Public` that only some games have."""

    starter: Tile
    must: Must | None
    drawn: bool | int
    cards: list[Card]
    discards: list[list[Tile]]
    out: list[int]


class Public(PublicOfGame):
    """What everyone may know besides the layout; `hands` are numbers of tiles."""

    turn: int | None
    hands: list[int]
    stock: int
    ends: list[PublicEnd]
    result: LaidOpen | None
    told: list[Learnt]


class PublicChange(PublicOfGame, total=False):
    """The parts of `Public` that have changed with a move, or may have."""

    turn: int | None
    hands: list[int]
    stock: int
    ends: list[PublicEnd]
    result: LaidOpen | None
    told: list[Learnt]


class Event(TypedDict):
    """Something that everyone at the table sees happen."""

    kind: EventKind
    seat: NotRequired[int]
    tile: NotRequired[Tile]
    place: NotRequired[str]
    count: NotRequired[int]


# --- What one seat may know ---


class Offer(TypedDict):
    """A legal move, and where its tile would lie; if `spot` is missing, it comes in a separate message."""

    move: Move
    spot: NotRequired[Spot | None]


class Mine(TypedDict):
    """What only the player of a seat may know; `drawn` is the tile just drawn, in Chicken Foot."""

    seat: int
    hand: list[Tile]
    legal: list[Offer]
    drawn: NotRequired[Tile | None]


# --- Seats, deals and the match ---


class Seat(TypedDict):
    """A seat with its player's state. `bot` is the level of the house's bot, or empty; `is_bot` is also true for bots
    that players run."""

    seat: int
    name: str
    bot: str
    is_bot: bool
    away: bool
    left: bool
    online: bool
    ready: bool
    total: int


class Clock(TypedDict):
    """Says when the house acts, in seconds since 1970 by the server's clock (`now`); `paused` by organisers."""

    ends_at: float | None
    now: float
    seconds: int
    paused: bool


class PastDeal(TypedDict):
    """A finished deal with its link of the chain, which is withheld while other tables play with the same tiles."""

    number: int
    reason: Reason
    scores: Sequence[int]
    link: str | None


class MatchResult(TypedDict):
    """How the match ended; `settlement` in Kardinaldomino."""

    totals: list[int]
    winners: list[int]
    settlement: NotRequired[list[int]]


class DealOver(PastDeal):
    """How the deal that has just finished ended, and the match with it, if it is over."""

    totals: list[int]
    result: MatchResult | None


class Fair(TypedDict):
    """What is needed to check the shuffles."""

    scheme: str
    anchor: str
    contributions: list[str]


# --- What a table sends ---


class View(TypedDict):
    """The whole table as one seat or an onlooker may see it; `hints` is whether players may ask for them."""

    type: Literal["view"]
    protocol: str
    table: str
    game: str
    options: Mapping[str, Any]
    status: Status
    deal: int
    ply: int
    seat: int | None
    seats: list[Seat]
    layout: list[Laid]
    public: Public
    ends: list[End]
    mine: Mine | None
    events: list[Event]
    clock: Clock
    deals: list[PastDeal]
    moves: list[tuple[int, Move]]
    result: MatchResult | None
    fair: Fair
    hints: bool


class AnyMoved(TypedDict):
    """A move was played; `layout` has only its tiles."""

    type: Literal["moved"]
    deal: int
    ply: int
    seat: int
    move: Move
    by: By
    events: list[Event]
    layout: list[Laid]
    clock: Clock
    over: DealOver | None


class Moved(AnyMoved):
    """A move was played, with everything that everyone knows now."""

    public: Public
    ends: list[End]


class ShortMoved(AnyMoved):
    """A move was played, with what it has changed; if `ends` is missing, they are as before."""

    public: PublicChange
    ends: NotRequired[list[End]]


class OwnPart(TypedDict):
    """What only the receiving player may know, after a move that changed it."""

    type: Literal["mine"]
    deal: int
    ply: int
    mine: Mine


class OwnSpots(TypedDict):
    """Says where the tiles of the receiving player's legal moves would lie, for each move that places one."""

    type: Literal["spots"]
    deal: int
    ply: int
    spots: Mapping[Move, Spot]


class Seats(TypedDict):
    """Somebody came, left, went away, came back, or is ready."""

    type: Literal["seats"]
    seats: list[Seat]
    clock: Clock
    hints: bool


class TableNews(TypedDict):
    """The table's status changed; `rematch` is the address of the next table."""

    type: Literal["table"]
    status: Status
    rematch: str | None


class BytesWanted(TypedDict):
    """The table asks for the player's contribution to the shuffle."""

    type: Literal["contribute"]
    anchor: str


class Refused(TypedDict):
    """A message from the browser was refused."""

    type: Literal["error"]
    code: str
    message: str


class Hint(TypedDict):
    """A good move, and why it is one, in the player's language; only for the player who asked."""

    type: Literal["hint"]
    deal: int
    ply: int
    move: Move
    reason: str


class Pong(TypedDict):
    """The answer to a ping: the table's current deal and ply."""

    type: Literal["pong"]
    deal: int
    ply: int


# --- What the lobby sends ---


class LobbyChanged(TypedDict):
    """Tables have changed: fetch the lists again."""

    type: Literal["lobby"]
