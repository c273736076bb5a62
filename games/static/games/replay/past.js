/** Steps back through the public part of a running match, which goes on in the background. */

import { data, find, hit } from "../../site/dom.js";
import { fill, gettext, ngettext } from "../../site/i18n.js";
import { Emitter } from "../basics/emitter.js";
import { stepsOf } from "./steps.js";
import { asOf, Timeline } from "./timeline.js";
import { sentenceAt, whereSentence } from "./told.js";

/** @typedef {import("../protocol/state.js").State} State */
/** @typedef {import("./steps.js").Place} Place */

/** Emits `show` with the past state to show, and `now` to show the present again. @extends {Emitter<{show: [state: State], now: [state: State]}>} */
export class Past extends Emitter {
  /**
   * @param {HTMLElement} bar has the buttons, says what is shown, and holds the URL of the nonexistent deal 0
   * @param {HTMLElement} opener the button that shows the bar
   */
  constructor(bar, opener) {
    super();
    this.bar = bar;
    this.opener = opener;
    this.timeline = new Timeline();
    /** The present. @type {State | null} */
    this.now = null;
    /** What is shown instead. @type {Place | null} */
    this.place = null;
    /** The moves played since the reader left the present. */
    this.missed = 0;
    this.wanted = 0;
    opener.addEventListener("click", () => this.act("back"));
    bar.addEventListener("click", (event) => {
      const button = hit(event, "[data-do]");
      if (button) this.act(data(button, "do"));
    });
  }

  get isShown() {
    return this.place !== null;
  }

  /** Note the present. @param {State} state @param {Wire.Event[] | null} events */
  see(state, events) {
    const isNew = !this.now || this.now.deal !== state.deal || this.now.ply !== state.ply;
    this.now = state;
    this.timeline.see(state, events);
    if (!this.isShown || !isNew) return;
    this.missed += 1;
    this.write();
  }

  /** @param {string} action */
  act(action) {
    switch (action) {
      case "first": return void this.go({ deal: this.place?.deal ?? 1, step: 0 });
      case "back": return void this.go(this.before);
      case "forward": return void this.go(this.after);
      case "now": return this.toNow();
    }
  }

  /** The place one move back; at the start of a deal, the end of the previous one. @returns {Place | null} */
  get before() {
    const { now, place } = this;
    if (!now) return null;
    const { deal, step } = place ?? { deal: now.deal, step: now.moves.length };
    if (step > 0) return { deal, step: step - 1 };
    return deal > 1 ? { deal: deal - 1, step: Infinity } : null;
  }

  /** @returns {Place | null} */
  get after() {
    const { place } = this;
    if (!place) return null;
    const count = this.timeline.steps(place.deal)?.length ?? 0;
    return place.step < count - 1 ? { ...place, step: place.step + 1 } : { deal: place.deal + 1, step: 0 };
  }

  /** Show a place; the last one of all is the present. @param {Place | null} wanted */
  async go(wanted) {
    if (!wanted || !this.now) return;
    const request = (this.wanted += 1);
    const steps = await this.stepsOf(wanted.deal);
    if (request !== this.wanted) return;
    if (!steps) return this.say(gettext("This deal could not be loaded. Try again in a moment."), "");
    const step = Math.min(wanted.step, steps.length - 1);
    const { state } = steps[step];
    if (state.deal === this.now.deal && state.ply === this.now.ply) return this.toNow();
    if (!this.place) this.missed = 0;
    this.place = { deal: wanted.deal, step };
    this.write();
    this.tell("show", asOf(steps[step], this.now));
  }

  toNow() {
    this.wanted += 1;
    if (this.bar.contains(document.activeElement)) this.opener.focus();
    this.bar.hidden = true;
    if (!this.place || !this.now) return;
    this.place = null;
    this.tell("now", this.now);
  }

  /** Return the steps of a deal, from the server unless all of them were seen here. @param {number} deal */
  async stepsOf(deal) {
    const known = this.timeline.steps(deal);
    if (known) return known;
    const answer = await fetch(data(this.bar, "address").replace("/0.json", `/${deal}.json`)).catch(() => null);
    if (answer?.ok) this.timeline.learn(deal, stepsOf(await answer.json()));
    return this.timeline.steps(deal);
  }

  /** Say what is shown, and how much has happened since. */
  write() {
    const { place } = this;
    const steps = place && this.timeline.steps(place.deal);
    if (!place || !steps) return;
    this.say(sentenceAt(steps[place.step], place.step), whereSentence(place, steps.length));
    const count = this.missed;
    const news = count > 0 ? fill(ngettext("%(count)s new move", "%(count)s new moves", count), { count }) : "";
    find(".past-new", this.bar).textContent = news;
    find("[data-do=back]", this.bar).setAttribute("aria-disabled", String(!this.before));
    find("[data-do=first]", this.bar).setAttribute("aria-disabled", String(!this.before));
  }

  /** @param {string} words @param {string} where */
  say(words, where) {
    this.bar.hidden = false;
    const line = find(".past-words", this.bar);
    if (line.textContent !== words) line.textContent = words;
    find(".past-where", this.bar).textContent = where;
  }
}
