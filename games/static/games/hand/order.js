/** The player's own order of the hand, kept for this table while the tab is open. */

export class HandOrder {
  /** @param {string} table */
  constructor(table) {
    this.key = `hand:${table}`;
    /** @type {string[]} */
    this.tiles = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
  }

  /** @param {string[]} hand @returns {string[]} */
  apply(hand) {
    this.keep(sorted(hand, this.tiles));
    return this.tiles;
  }

  /** Move a tile to another place in the row. @param {string} tile @param {number} index */
  move(tile, index) {
    const others = this.tiles.filter((other) => other !== tile);
    this.keep([...others.slice(0, index), tile, ...others.slice(index)]);
  }

  /** @param {string[]} tiles */
  keep(tiles) {
    this.tiles = tiles;
    sessionStorage.setItem(this.key, JSON.stringify(tiles));
  }
}

/** Return the tiles of a hand in the player's own order; new tiles come last. @param {string[]} hand @param {string[]} order */
export function sorted(hand, order) {
  const known = order.filter((tile) => hand.includes(tile));
  return [...known, ...hand.filter((tile) => !known.includes(tile))];
}
