/** Says what a player who listens cannot see at a glance: when a key asks for it, and at the end of a deal. */

import { html } from "../../site/dom.js";
import { endsSentence } from "../talk/sentences.js";
import { countsSentence, lastMovesSentence, pointsSentence, scoresSentence } from "./told.js";

/** @typedef {import("../protocol/state.js").State} State */

export class Speech {
  /** @param {HTMLElement} region a live region for screen readers */
  constructor(region) {
    this.region = region;
    /** @type {State | null} */
    this.state = null;
  }

  /** Note the state, and say the points of a deal that has just ended. @param {State} state */
  see(state) {
    const hasEnded = state.over && this.state && !this.state.over;
    if (this.state?.deal !== state.deal) this.region.replaceChildren(); // it may name tiles that are hidden again
    this.state = state;
    if (hasEnded) this.say(pointsSentence(state));
  }

  ends() {
    this.tell(endsSentence);
  }

  counts() {
    this.tell(countsSentence);
  }

  scores() {
    this.tell(scoresSentence);
  }

  lastMoves() {
    this.tell(lastMovesSentence);
  }

  /** @param {(state: State) => string} sentence */
  tell(sentence) {
    if (this.state) this.say(sentence(this.state));
  }

  /** Say a sentence, even if it is the same as before: a new element is announced again. @param {string} sentence */
  say(sentence) {
    this.region.replaceChildren(html("p", {}, sentence));
  }
}
