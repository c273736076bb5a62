/** The moves of this deal so far, as tiles with a few words; each shows where its tile lies. */

import { hit, html } from "../../site/dom.js";
import { Emitter } from "../basics/emitter.js";
import { readMove } from "../protocol/notation.js";
import { moveWords } from "../talk/moves.js";
import { nameOf } from "../talk/names.js";
import { tileImage } from "../tiles/tile.js";

/** Emits `point` with the tile to show on the layout, or null. @extends {Emitter<{point: [tile: string | null]}>} */
export class Moves extends Emitter {
  /** @param {HTMLElement} list */
  constructor(list) {
    super();
    this.list = list;
    this.deal = 0;
    for (const name of ["pointerover", "focusin", "click"]) list.addEventListener(name, (event) => this.tell("point", tileAt(event)));
    for (const name of ["pointerleave", "focusout"]) list.addEventListener(name, () => this.tell("point", null));
  }

  /** Append new moves, or start again after a new deal. @param {import("../protocol/state.js").State} state */
  show(state) {
    if (this.deal !== state.deal || this.list.children.length > state.moves.length) this.list.replaceChildren();
    this.deal = state.deal;
    const fresh = state.moves.slice(this.list.children.length);
    if (fresh.length === 0) return;
    this.list.append(...fresh.map(([seat, move]) => line(nameOf(state, seat), move)));
    this.toNewest();
  }

  /** Bring the newest move into view; while the list is hidden this has no effect. */
  toNewest() {
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/** Return the tile that lies on the layout since the move under a finger, a pointer or the focus. @param {Event} event */
function tileAt(event) {
  return hit(event, "li")?.querySelector("button")?.dataset.tile ?? null;
}

/** @param {string} name @param {string} text */
function line(name, text) {
  const move = readMove(text);
  const mover = html("span", { class: "mover" }, name);
  const words = html("span", { class: "move" }, moveWords(move));
  if (!move.tile) return html("li", {}, html("span", { class: "move-row" }, mover, " ", words));
  const tile = html("span", { class: "move-tile" }, tileImage(move.tile, 90), html("span", { class: "visually-hidden" }, move.tile));
  const row = [mover, " ", tile, " ", words];
  if (move.kind !== "place") return html("li", {}, html("span", { class: "move-row" }, ...row));
  return html("li", {}, html("button", { type: "button", class: "move-row", "data-tile": move.tile }, ...row));
}
