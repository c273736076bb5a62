/** The status line. It is a live region, so it is only written when it changes. */

import { html } from "../../site/dom.js";
import { inOneUnit } from "../../site/durations.js";
import { fill, gettext } from "../../site/i18n.js";
import { newsSentence, turnSentence } from "./sentences.js";

/** Below this many seconds the time left is announced; with so little time per move, always. */
const HURRY = 10;
const LEISURE = 120;

export class Status {
  /** @param {HTMLElement} line @param {HTMLElement} hurry @param {import("../seats/clock.js").Clock} clock */
  constructor(line, hurry, clock) {
    this.line = line;
    this.hurry = hurry;
    this.clock = clock;
    this.news = this.turn = this.said = "";
    this.ownTurn = false;
    setInterval(() => this.tick(), 500);
  }

  /** @param {import("../protocol/state.js").State} state @param {Wire.Event[] | null} events null if there are none */
  show(state, events = null) {
    if (events) this.news = newsSentence(state, events);
    this.ownTurn = state.seat !== null && state.public.turn === state.seat && !state.over;
    this.turn = turnSentence(state);
    this.line.classList.toggle("own-turn", this.ownTurn);
    this.write();
    this.tick();
  }

  /** Show a sentence instead of the turn, until `hint("")`; errors (`bad`) are shown before the turn.
   *  @param {string} text */
  hint(text, kind = "") {
    this.line.dataset.kind = kind;
    this.said = text;
    this.write();
  }

  write() {
    const { said, line } = this;
    const [news, turn] = said && line.dataset.kind !== "bad" ? ["", said] : [said || this.news, this.turn];
    const text = [news, turn].filter(Boolean).join(" ");
    if (this.line.textContent === text) return;
    /** @type {(Node | string)[]} */
    const parts = [html("strong", {}, ...unbroken(turn))];
    if (news) parts.unshift(html("span", { class: "news" }, news), " ");
    this.line.replaceChildren(...parts);
  }

  tick() {
    const { left, seconds } = this.clock;
    const isTold = this.ownTurn && left !== null && (left <= HURRY || seconds > LEISURE);
    const text = isTold ? fill(gettext("%(time)s left"), { time: inOneUnit(left) }) : "";
    if (this.hurry.textContent !== text) this.hurry.textContent = text;
  }
}

/** Keep the names of tiles together at line breaks. @param {string} text */
function unbroken(text) {
  return text.split(/(\d+-\d+)/).map((part, index) => (index % 2 ? html("span", { class: "tile-name" }, part) : part));
}
