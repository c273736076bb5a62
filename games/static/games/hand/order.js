/** The order in which the player has sorted the hand, kept for this table while the tab is open. */

import { sorted } from "../protocol/state.js";

export class HandOrder {
  /** @param {string} table */
  constructor(table) {
    this.key = `hand:${table}`;
    this.tiles = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
  }

  /** @param {string[]} hand @returns {string[]} */
  apply(hand) {
    this.keep(sorted(hand, this.tiles));
    return this.tiles;
  }

  /** Put a tile at another place of the row. */
  move(tile, index) {
    const others = this.tiles.filter((other) => other !== tile);
    this.keep([...others.slice(0, index), tile, ...others.slice(index)]);
  }

  keep(tiles) {
    this.tiles = tiles;
    sessionStorage.setItem(this.key, JSON.stringify(tiles));
  }
}
