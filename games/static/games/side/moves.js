/** The moves of this deal so far, in notation. */

import { html } from "../../site/dom.js";
import { nameOf } from "../talk/sentences.js";

export class Moves {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.deal = 0;
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

/** @param {string} name @param {string} move */
function line(name, move) {
  return html("li", {}, html("span", { class: "mover" }, name), html("span", { class: "move" }, move));
}
