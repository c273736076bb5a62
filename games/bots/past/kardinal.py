"""The past choices in Kardinaldomino."""

from __future__ import annotations

from games.bots.past.choices import Choice, Past
from games.bots.playouts.kardinal import FITS, KardinalPosition, at
from games.rules import Event, Tile


class KardinalPast(Past):
    """The choices of which tile to place, or to place none, perhaps to keep a cardinal."""

    def _open(self, seat: int, tile: Tile) -> None:
        self._show(seat, tile)
        self.ends, self.laid, self.drawn = at(tile.high, tile.high), tile.bit, 0

    def _see(self, event: Event, seat: int) -> None:
        tile = event.tile
        if event.kind not in ("placed", "drew", "passed"):
            return
        now = KardinalPosition(self._hands(), [0] * self.stock, self.ends, self.laid, seat, self.drawn, None)
        self._note(now, seat, tile.bit if tile else 0)
        if event.kind == "drew":
            self._take(seat, 1)
            self.drawn += 1
            return
        self.drawn = 0
        if tile:
            self._show(seat, tile)
            self.laid |= tile.bit
            out = self.outs[tile]
            self.ends = at(out, self.ends & 7) if event.place == "L" else at(self.ends >> 3, out)

    def is_sound(self, choice: Choice, hand: int) -> bool | None:
        fits = hand & FITS[choice.position.ends]
        if not fits or (choice.did and not fits & fits - 1):
            return None
        return bool(choice.position.choose(hand, fits)[0] == choice.did)
