/** The status line. It is a live region, so it is only updated when it changes. */

import { html } from "../../site/dom.js";
import { inOneUnit } from "../../site/durations.js";
import { fill, gettext } from "../../site/i18n.js";
import { drawnSentence, endsSentence, newsOf, turnSentence } from "./sentences.js";
import { departureSentence, waitingSentence } from "./waiting.js";

/** @typedef {import("../protocol/state.js").State} State */

/** Below this many seconds the time left is announced; with so little time per move, always. */
const HURRY = 10;
const LEISURE = 120;

/** How many events stay visible. Only the last events of a message are announced: everybody may draw for the start. */
const KEPT = 3;
const FRESH = 2;

export class Status {
  /**
   * @param {HTMLElement} line @param {HTMLElement} hurry @param {import("../seats/clock.js").Clock} clock
   * @param {HTMLElement | null} earlier shows what happened before the news; no live region, so that nobody hears it twice
   */
  constructor(line, hurry, clock, earlier = null) {
    this.line = line;
    this.hurry = hurry;
    this.clock = clock;
    this.earlier = earlier;
    this.turn = this.said = "";
    /** Sentences about what has just happened. @type {string[]} */
    this.fresh = [];
    /** The ends of a line on which a tile has just been placed; said to screen readers only. */
    this.ends = "";
    /** Sentences about the last events of the deal. @type {string[]} */
    this.events = [];
    /** @type {number | undefined} */
    this.deal = undefined;
    /** The state that was shown last. @type {State | null} */
    this.shown = null;
    this.isLost = false;
    this.sayTurn = () => "";
    this.ownTurn = false;
    setInterval(() => this.tick(), 500);
  }

  /** @param {import("../protocol/state.js").State} state @param {Wire.Event[] | null} events null if there are none */
  show(state, events = null) {
    const isNew = this.deal !== state.deal;
    this.deal = state.deal;
    if (isNew) this.events = [];
    // What happened at the start of a deal comes with every view until the first move.
    if (events && (isNew || state.moves.length > 0)) this.report(newsOf(state, events.filter((event) => !isOwnDraw(state, event))));
    else if (isNew) this.report([]);
    const departure = this.shown ? departureSentence(this.shown, state) : "";
    if (departure) this.add([departure]);
    this.shown = state;
    if (events || isNew) this.ends = events?.some(isAtEnd) && !state.over ? endsSentence(state) : "";
    this.ownTurn = state.seat !== null && state.public.turn === state.seat && !state.over;
    this.sayTurn = () => waitingSentence(state, this.clock.late) || turnSentence(state);
    this.turn = this.sayTurn();
    this.line.classList.toggle("own-turn", this.ownTurn);
    this.write();
    this.tick();
  }

  /** @param {string[]} news */
  report(news) {
    this.fresh = [];
    this.add(news);
  }

  /** @param {string[]} news that belongs to what has just been reported */
  add(news) {
    this.fresh = [...this.fresh, ...news].slice(-FRESH);
    this.events = [...this.events, ...news].slice(-KEPT);
    if (this.earlier) this.earlier.textContent = this.events.slice(0, this.events.length - this.fresh.length).join(" ");
  }

  /** Say which tiles have come into the reader's hand with the last move. @param {string[]} tiles */
  drawn(tiles) {
    if (tiles.length === 0) return;
    this.add([drawnSentence(tiles)]);
    this.write();
  }

  /** Say that nothing can be done here until the connection is back. @param {boolean} isLost */
  setLost(isLost) {
    this.isLost = isLost;
    if (this.turn) this.write();
  }

  /** Show a sentence instead of the turn, until `hint("")`; errors (`bad`) are shown before the turn, and so is every
   *  sentence while the connection is lost.
   *  @param {string} text */
  hint(text, kind = "") {
    this.line.dataset.kind = kind;
    this.said = text;
    this.write();
  }

  write() {
    const { said, line } = this;
    const isHint = said && line.dataset.kind !== "bad" && !this.isLost;
    const next = this.isLost ? gettext("Waiting for the connection.") : this.turn;
    const [news, turn] = isHint ? ["", said] : [said || this.fresh.join(" "), next];
    const ends = said ? "" : this.ends;
    const text = [news, ends, turn].filter(Boolean).join(" ");
    if (this.line.textContent === text) return;
    /** @type {(Node | string)[]} */
    const parts = [html("strong", {}, ...unbroken(turn))];
    if (ends) parts.unshift(html("span", { class: "visually-hidden" }, ends), " ");
    if (news) parts.unshift(html("span", { class: "news" }, news), " ");
    this.line.replaceChildren(...parts);
  }

  tick() {
    const turn = this.sayTurn();
    if (turn !== this.turn) {
      this.turn = turn;
      this.write();
    }
    const { left, seconds } = this.clock;
    const isTold = this.ownTurn && left !== null && (left <= HURRY || seconds > LEISURE);
    const text = isTold ? fill(gettext("%(time)s left"), { time: inOneUnit(left) }) : "";
    if (this.hurry.textContent !== text) this.hurry.textContent = text;
  }
}

/** Return whether a reader's own draw is reported with its tile, in the message that follows. @param {State} state @param {Wire.Event} event */
function isOwnDraw({ seat, moves, over, mine }, event) {
  return event.kind === "drew" && event.seat === seat && Boolean(mine) && moves.length > 0 && !over;
}

/** @param {Wire.Event} event */
function isAtEnd({ kind, place }) {
  return kind === "placed" && (place === "L" || place === "R");
}

/** Keep the names of tiles together at line breaks. @param {string} text */
function unbroken(text) {
  return text.split(/(\d+-\d+)/).map((part, index) => (index % 2 ? html("span", { class: "tile-name" }, part) : part));
}
