/** Choosing a move: first a tile, then, if there are several, its place. */

import { Emitter } from "../basics/emitter.js";
import { readMove } from "../protocol/notation.js";

/** @typedef {Wire.Offer & {spot: Wire.Spot}} Placement a move that places a tile, with a known spot */

/** Emits `change`, and `refuse` for a tile that cannot be played. @extends {Emitter<{change: [], refuse: [tile: string, discarding: boolean]}>} */
export class Choosing extends Emitter {
  /** @param {(move: string) => void} play @param {boolean} confirms whether a first tap only chooses a tile, even if it has a single place */
  constructor(play, confirms = false) {
    super();
    this.play = play;
    this.confirms = confirms;
    /** @type {Wire.Offer[]} */
    this.legal = [];
    /** @type {string | null} */
    this.selected = null;
    this.discarding = false;
  }

  /** Set the legal moves; a chosen tile stays chosen if they are the same. @param {Wire.Offer[]} legal */
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

  /** Return the moves that place a tile. @param {string} tile */
  placements(tile) {
    return this.legal.map((offer) => ({ offer, ...readMove(offer.move) })).filter((move) => move.kind === "place" && move.tile === tile).map(({ offer }) => offer);
  }

  /** The places of the chosen tile whose spots are known. @returns {Placement[]} */
  get places() {
    return this.selected ? this.placements(this.selected).filter(isPlacement) : [];
  }

  /** Whether the chosen tile's spots are not known yet; they arrive a moment after the turn begins. */
  get lacksPlaces() {
    return this.selected !== null && this.placements(this.selected).some(({ spot }) => !spot);
  }

  /** Return the move that discards a tile, if any. @param {string} tile */
  discardOf(tile) {
    return this.legal.find(({ move }) => readMove(move).kind === "discard" && readMove(move).tile === tile)?.move;
  }

  /** Tiles with a legal move: in discarding mode those that can be discarded, otherwise those that can be placed. */
  get usable() {
    const kind = this.discarding ? "discard" : "place";
    return new Set(this.legal.map(({ move }) => readMove(move)).filter((move) => move.kind === kind).map(({ tile }) => tile ?? ""));
  }

  /** The kinds of legal moves, each once. @returns {string[]} */
  get kinds() {
    return [...new Set(this.legal.map(({ move }) => readMove(move).kind))];
  }

  /** Handle a click on a tile: play it if there is one place for it, otherwise highlight the places. @param {string} tile */
  pick(tile) {
    const placements = this.placements(tile);
    const discard = this.discardOf(tile);
    if (this.discarding && discard) this.play(discard);
    else if (placements.length === 1 && this.confirms === (this.selected === tile)) this.play(placements[0].move);
    else if (this.selected === tile) this.cancel();
    else if (placements.length > 0 || discard) this.select(tile);
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

  /** Play a move without a tile: draw, pass, end. @param {string} kind */
  call(kind) {
    if (this.kinds.includes(kind)) this.play(kind);
  }
}

/** @param {Wire.Offer} offer @returns {offer is Placement} */
function isPlacement(offer) {
  return Boolean(offer.spot);
}
