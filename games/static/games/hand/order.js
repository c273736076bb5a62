/** The order of the hand: the player's preference until they sort it themselves; kept per table while the tab is open. */

import { recall, remember, tabStorage } from "../../site/storage.js";

export class HandOrder {
  /** @param {string} table @param {string} order as the player likes it */
  constructor(table, order = "dealt") {
    this.key = `hand:${table}`;
    this.order = order;
    /** @type {string[]} */
    this.tiles = JSON.parse(recall(this.key, tabStorage()) ?? "[]");
    /** Whether the player has sorted the hand, which then stays so. */
    this.isOwn = recall(`${this.key}:own`, tabStorage()) === "yes";
  }

  /** @param {string[]} hand @returns {string[]} */
  apply(hand) {
    if (!hand.some((tile) => this.tiles.includes(tile))) this.own(false);
    this.keep(this.isOwn ? sorted(hand, this.tiles) : preferred(sorted(hand, this.tiles), this.order));
    return this.tiles;
  }

  /** Move a tile to another place in the row. @param {string} tile @param {number} index */
  move(tile, index) {
    const others = this.tiles.filter((other) => other !== tile);
    this.keep([...others.slice(0, index), tile, ...others.slice(index)]);
    this.own(true);
  }

  /** @param {string[]} tiles */
  keep(tiles) {
    this.tiles = tiles;
    remember(this.key, JSON.stringify(tiles), tabStorage());
  }

  /** @param {boolean} isOwn */
  own(isOwn) {
    this.isOwn = isOwn;
    remember(`${this.key}:own`, isOwn ? "yes" : "no", tabStorage());
  }
}

/** Return the tiles of a hand in the player's own order; new tiles come last. @param {string[]} hand @param {string[]} order */
export function sorted(hand, order) {
  const known = order.filter((tile) => hand.includes(tile));
  return [...known, ...hand.filter((tile) => !known.includes(tile))];
}

/** Return the tiles of a hand in the player's preferred order; unchanged if the preference is unknown. @param {string[]} hand @param {string} order */
export function preferred(hand, order) {
  const weight = WEIGHTS[order];
  return weight ? hand.toSorted((one, other) => weight(other) - weight(one)) : hand;
}

/** What makes a tile come first. @type {Record<string, (tile: string) => number>} */
const WEIGHTS = {
  high: (tile) => {
    const [high, low] = tile.split("-").map(Number);
    return high * 100 + low;
  },
  heavy: (tile) => {
    const [high, low] = tile.split("-").map(Number);
    return (high + low) * 100 + high;
  },
};
