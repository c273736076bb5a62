/** The order in which the player has sorted the hand, kept for this table while the tab is open. */

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

  /** Put a tile at another place of the row. @param {string} tile @param {number} index */
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

/** The tiles of a hand in the player's own order; tiles not yet sorted in come last. @param {string[]} hand @param {string[]} order */
export function sorted(hand, order) {
  const known = order.filter((tile) => hand.includes(tile));
  return [...known, ...hand.filter((tile) => !known.includes(tile))];
}
