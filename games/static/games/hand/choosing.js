/** Choosing a move: a tile first, then, where there are several, its place. */

import { Emitter } from "../basics/emitter.js";
import { readMove } from "../protocol/notation.js";

/** @typedef {Wire.Offer & {spot: Wire.Spot}} Placement */

/** Tells `change`, and `refuse` for a tile with which nothing can be done. @extends {Emitter<{change: [], refuse: [tile: string, discarding: boolean]}>} */
export class Choosing extends Emitter {
  /** @param {(move: string) => void} play */
  constructor(play) {
    super();
    this.play = play;
    /** @type {Wire.Offer[]} */
    this.legal = [];
    /** @type {string | null} */
    this.selected = null;
    this.discarding = false;
  }

  /** What can be played now; a tile that was chosen stays so when nothing has changed. @param {Wire.Offer[]} legal */
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
    this.tell("change");
  }

  /** Where a tile can go. @param {string} tile */
  placements(tile) {
    return this.legal.filter(isPlacement).filter(({ move }) => readMove(move).tile === tile);
  }

  /** The move that discards a tile, if there is one. @param {string} tile */
  discardOf(tile) {
    return this.legal.find(({ move }) => readMove(move).kind === "discard" && readMove(move).tile === tile)?.move;
  }

  /** Tiles that some move uses now: in discarding mode those that can be discarded, else those that can be placed. */
  get usable() {
    const kind = this.discarding ? "discard" : "place";
    return new Set(this.legal.map(({ move }) => readMove(move)).filter((move) => move.kind === kind).map(({ tile }) => tile ?? ""));
  }

  /** The kinds of moves there are, each once. @returns {string[]} */
  get kinds() {
    return [...new Set(this.legal.map(({ move }) => readMove(move).kind))];
  }

  /** A click on a tile. With one place to go it goes there; with several they light up. @param {string} tile */
  pick(tile) {
    const placements = this.placements(tile);
    const discard = this.discardOf(tile);
    if (this.discarding && discard) this.play(discard);
    else if (this.selected === tile) this.cancel();
    else if (placements.length === 1) this.play(placements[0].move);
    else if (placements.length > 1 || discard) this.select(tile);
    else this.refuse(tile);
  }

  /** @param {string} tile */
  select(tile) {
    this.selected = tile;
    this.discarding = false;
    this.changed();
  }

  /** @param {string} tile */
  refuse(tile) {
    const { discarding } = this;
    this.cancel();
    if (this.legal.length > 0) this.tell("refuse", tile, discarding);
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

  /** A move without a tile: draw, pass, end. @param {string} kind */
  call(kind) {
    if (this.kinds.includes(kind)) this.play(kind);
  }
}

/** @param {Wire.Offer} offer @returns {offer is Placement} */
function isPlacement(offer) {
  return offer.spot !== null;
}
