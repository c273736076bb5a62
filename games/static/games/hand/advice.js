/** Shows the move of a hint, be it a tile with its place or a button; playing it is up to the player. */

import { data, findAll } from "../../site/dom.js";
import { readMove } from "../protocol/notation.js";

export class Advice {
  /** @param {{board: import("../board/board.js").Board, hand: import("./hand.js").Hand, actions: import("../controls/actions.js").Actions}} table */
  constructor({ board, hand, actions }) {
    this.board = board;
    this.hand = hand;
    this.actions = actions;
  }

  /** @param {Wire.Offer | undefined} offer the legal move that is advised, if any */
  show(offer) {
    const move = offer && readMove(offer.move);
    for (const piece of this.hand.pieces) piece.classList.toggle("advised", piece.dataset.tile === move?.tile);
    for (const button of findAll("button", this.actions.root)) button.classList.toggle("advised", data(button, "kind") === move?.kind);
    this.board.advise(offer?.spot ? { move: offer.move, spot: offer.spot } : null);
  }
}
