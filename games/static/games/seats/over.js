/** The end of a deal or the match: open hands, points, what comes next. */

import { data, find, findAll, html } from "../../site/dom.js";
import { inOneUnit } from "../../site/durations.js";
import { fill, gettext } from "../../site/i18n.js";
import { Emitter } from "../basics/emitter.js";
import { dealReason, dealTitle, dealWinners, ranking, tieSentence } from "../talk/endings.js";
import { resultSentence } from "../talk/sentences.js";
import { tileImage } from "../tiles/tile.js";
import { countUp } from "./counting.js";

/** Emits `change` when it covers more or less of the page. @extends {Emitter<{change: []}>} */
export class Over extends Emitter {
  /** @param {HTMLElement} root @param {import("./clock.js").Clock} clock @param {() => void} ready */
  constructor(root, clock, ready) {
    super();
    this.root = root;
    this.clock = clock;
    this.ready = this.part("ready", HTMLButtonElement);
    this.aside = false;
    this.waiting = false;
    /** @type {string | null | undefined} */
    this.key = undefined;
    this.ready.addEventListener("click", () => this.pressed(ready));
    this.ready.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    this.part("aside").addEventListener("click", () => this.stepAside(!this.aside));
    setInterval(() => this.tick(), 500);
  }

  /**
   * @template {HTMLElement} [Kind=HTMLElement]
   * @param {string} name @param {new () => Kind} [kind]
   */
  part(name, kind) {
    return find(`[data-over=${name}]`, this.root, kind);
  }

  /** The button to press next, if any. @returns {HTMLElement | null} */
  get button() {
    return this.root.hidden ? null : this.root.querySelector(".primary:not([hidden], [hidden] *)");
  }

  /** @param {() => void} ready */
  pressed(ready) {
    this.root.focus({ preventScroll: true }); // a disabled button cannot keep it
    this.ready.disabled = true;
    ready();
  }

  /** Step aside, so that the player can see the table. @param {boolean} aside */
  stepAside(aside) {
    this.aside = aside;
    this.root.classList.toggle("aside", aside);
    this.part("aside").setAttribute("aria-expanded", String(!aside));
    this.part("aside").textContent = aside ? gettext("Show the points") : gettext("Hide");
    this.tell("change");
  }

  /** @param {import("../protocol/state.js").State} state */
  show(state) {
    const key = state.over && `${state.deal}/${Boolean(state.result)}`;
    if (key === this.key) return this.refresh(state);
    const wasPlaying = this.key === null;
    this.key = key;
    this.root.hidden = !state.over;
    if (state.over) this.open(state, state.over.number);
    else this.clear();
    if (state.over && wasPlaying && state.seat !== null) this.takeFocus();
  }

  /** Forget the open hands, so that nobody takes them for those of the next deal. */
  clear() {
    this.part("rows").replaceChildren();
    this.tell("change");
  }

  /** Move the focus to what comes next, unless the reader is writing or busy elsewhere on the page. */
  takeFocus() {
    const held = document.activeElement;
    const isElsewhere = held && held !== document.body && !held.closest("#play");
    if (isElsewhere || (held instanceof HTMLInputElement && held.value)) return;
    (this.ready.hidden ? this.root : this.ready).focus({ preventScroll: true });
  }

  /** @param {import("../protocol/state.js").State} state @param {number} number of the deal */
  open(state, number) {
    const done = Boolean(state.result);
    this.part("number").textContent = fill(gettext("Deal %(number)s"), { number });
    this.part("title").textContent = done ? resultSentence(state) : dealTitle(state);
    this.part("reason").textContent = done ? tieSentence(state) || dealTitle(state) : dealReason(state);
    this.part("rows").replaceChildren(...ranking(state).map((ranked) => row(ranked, state)));
    this.ready.hidden = done || state.seat === null;
    this.ready.disabled = false;
    this.part("links").hidden = !done;
    this.refresh(state);
    this.stepAside(false);
  }

  /** Show what the browser noticed about the shuffle. @param {string[]} sentences empty if it found no fault */
  doubt(sentences) {
    this.part("doubt").textContent = sentences.join(" ");
    this.part("doubt").hidden = sentences.length === 0;
  }

  /** Offer a rematch: a seat for players, the page for onlookers. @param {string} address */
  offerRematch(address) {
    for (const button of findAll("[data-over=rematch] button", this.root)) button.textContent = data(button, "offered");
    for (const link of findAll("[data-over=next]", this.root)) Object.assign(link, { href: address, hidden: false });
  }

  /** @param {import("../protocol/state.js").State} state */
  refresh(state) {
    this.waiting = Boolean(state.over) && !state.result;
    if (state.over && state.seat !== null) this.ready.disabled = state.seats[state.seat].ready;
    this.tick();
  }

  tick() {
    const { left } = this.clock;
    const text = this.waiting && left !== null ? fill(gettext("The next deal comes in %(time)s."), { time: inOneUnit(left) }) : "";
    if (this.part("countdown").textContent !== text) this.part("countdown").textContent = text;
  }
}

/** @param {{seat: Wire.Seat, place: number}} ranked @param {import("../protocol/state.js").State} state */
function row({ seat, place }, state) {
  const { over, result } = state;
  const hand = (over?.hands?.[seat.seat] ?? []).map((tile) => tileImage(tile));
  const points = html("td", { class: "gained" });
  countUp(points, over?.scores[seat.seat] ?? 0);
  const settlement = result?.settlement ? [html("td", { class: "settlement" }, String(result.settlement[seat.seat]))] : [];
  const hasWon = result ? result.winners.includes(seat.seat) : dealWinners(state).includes(seat.seat);
  const attributes = { class: [seat.seat === state.seat && "mine", hasWon && "winner"].filter(Boolean).join(" ") };
  return html("tr", attributes, html("th", { scope: "row" }, ...medal(place), seat.name), html("td", { class: "open-hand" }, html("span", {}, ...hand)),
    points, html("td", { class: "total" }, String(over?.totals[seat.seat] ?? seat.total)), ...settlement);
}

/** Return the mark of a place in the match; nothing before the match is over. @param {number} place */
function medal(place) {
  return place > 0 ? [html("span", { class: `medal medal-${place}` }, String(place)), " "] : [];
}
