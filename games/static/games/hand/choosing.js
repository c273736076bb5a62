/** Choosing a move: a tile first, then, where there are several, its place. */

import { readMove } from "../protocol/notation.js";

export class Choosing extends EventTarget {
  /** @param {(move: string) => void} play */
  constructor(play) {
    super();
    this.play = play;
    this.legal = [];
    this.clear();
  }

  /** What can be played now; a tile that was chosen stays so when nothing has changed. @param {{move: string, spot: any}[]} legal */
  update(legal) {
    const same = legal.map(({ move }) => move).join() === this.legal.map(({ move }) => move).join();
    this.legal = legal;
    if (!same) this.clear();
    this.changed();
  }

  clear() {
    this.selected = null;
    this.discarding = false;
  }

  cancel() {
    this.clear();
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @returns {{move: string, spot: any}[]} */
  placements(tile) {
    return this.legal.filter(({ move, spot }) => spot && readMove(move).tile === tile);
  }

  discardOf(tile) {
    return this.legal.find(({ move }) => readMove(move).kind === "discard" && readMove(move).tile === tile)?.move;
  }

  /** Tiles that some move uses now: in discarding mode those that can be discarded, else those that can be placed. */
  get usable() {
    const kind = this.discarding ? "discard" : "place";
    return new Set(this.legal.map(({ move }) => readMove(move)).filter((move) => move.kind === kind).map((move) => move.tile));
  }

  /** The kinds of moves there are, each once. @returns {string[]} */
  get kinds() {
    return [...new Set(this.legal.map(({ move }) => readMove(move).kind))];
  }

  /** A click on a tile. With one place to go it goes there; with several they light up. */
  pick(tile) {
    const placements = this.placements(tile);
    const discard = this.discardOf(tile);
    if (this.discarding && discard) this.play(discard);
    else if (this.selected === tile) this.cancel();
    else if (placements.length === 1) this.play(placements[0].move);
    else if (placements.length > 1 || discard) this.select(tile);
    else this.refuse(tile);
  }

  select(tile) {
    this.selected = tile;
    this.discarding = false;
    this.changed();
  }

  refuse(tile) {
    const { discarding } = this;
    this.cancel();
    if (this.legal.length > 0) this.dispatchEvent(new CustomEvent("refuse", { detail: { tile, discarding } }));
  }

  /** Discard the chosen tile, or let the player choose one. */
  discard() {
    const move = this.selected && this.discardOf(this.selected);
    if (move) return this.play(move);
    if (!this.kinds.includes("discard")) return;
    this.discarding = !this.discarding;
    this.selected = null;
    this.changed();
  }

  /** A move without a tile: draw, pass, end. */
  call(kind) {
    if (this.kinds.includes(kind)) this.play(kind);
  }
}
