/** Steps through a finished match: buttons, slider, keys, chapters, autoplay, and an address for every ply. */

import { data, find, findAll, hit } from "../../site/dom.js";
import { gettext } from "../../site/i18n.js";
import { Deals } from "./deals.js";
import { Felt } from "./felt.js";
import { hashOf, placeIn, seenBy } from "./steps.js";
import { sentenceAt, whereSentence } from "./told.js";
import { hashOfLine } from "../whatif/line.js";

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./steps.js").Place} Place */

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "deal-back", PageDown: "deal-forward" };
/** These scroll the page, unless the replay has the focus. */
const SCROLLING = new Set(["Home", "End", "PageUp", "PageDown", " "]);

export class Replay {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.count = Number(data(root, "deals"));
    this.deals = new Deals(data(root, "address"));
    this.felt = new Felt(find(".replay-felt", root));
    this.slider = find("input[type=range]", root, HTMLInputElement);
    this.eyes = find("[name=eyes]", root, HTMLSelectElement);
    this.speed = find("[name=speed]", root, HTMLSelectElement);
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Place} */
    this.place = { deal: 0, step: 0 };
    this.wanted = 0;
    /** The timer of the next move while the replay plays by itself. @type {number | null} */
    this.timer = null;
    this.listen();
    void this.go(placeIn(location.hash) ?? { deal: this.count, step: Infinity }, { isAsked: Boolean(placeIn(location.hash)) });
  }

  listen() {
    const { root } = this;
    root.addEventListener("click", (event) => this.clicked(event));
    this.slider.addEventListener("input", () => this.moveTo({ ...this.place, step: Number(this.slider.value) }));
    this.eyes.addEventListener("change", () => this.show());
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => {
      const place = placeIn(location.hash);
      if (place) this.moveTo(place);
    });
    const full = find("[data-do=full]", root);
    full.hidden = !document.fullscreenEnabled;
  }

  /** @param {Event} event */
  clicked(event) {
    const chapter = hit(event, "[data-deal]");
    if (chapter) return this.moveTo({ deal: Number(data(chapter, "deal")), step: 0 });
    const button = hit(event, "[data-do]");
    if (button) this.act(data(button, "do"));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    const within = this.root.contains(target);
    if (event.ctrlKey || event.altKey || event.metaKey || (target !== document.body && !within)) return;
    if (target.matches("input, select, textarea") || (SCROLLING.has(event.key) && !within)) return;
    const action = event.key === " " && !target.matches("button, summary, a") ? "play" : KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    this.act(action);
  }

  /** @param {string} action */
  act(action) {
    const { deal, step } = this.place;
    switch (action) {
      case "first": return this.moveTo({ deal: 1, step: 0 });
      case "last": return this.moveTo({ deal: this.count, step: Infinity });
      case "back": return step > 0 ? this.moveTo({ deal, step: step - 1 }) : this.moveTo({ deal: deal - 1, step: Infinity });
      case "forward": return this.moveTo(this.next);
      case "deal-back": return this.moveTo({ deal: step > 0 ? deal : deal - 1, step: 0 });
      case "deal-forward": return this.moveTo({ deal: deal + 1, step: 0 });
      case "play": return this.timer === null ? this.play() : this.stop();
      case "link": return void this.copy();
      case "full": return void (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen());
    }
  }

  get next() {
    const { deal, step } = this.place;
    return step < this.steps.length - 1 ? { deal, step: step + 1 } : { deal: deal + 1, step: 0 };
  }

  get isAtEnd() {
    return this.place.deal === this.count && this.place.step === this.steps.length - 1;
  }

  // --- Going to a ply ---

  /** Go where the reader wants to be, which ends playing by itself. @param {Place} place */
  moveTo(place) {
    this.stop();
    if (place.deal < 1 || place.deal > this.count) return;
    void this.go(place);
  }

  /** @param {Place} wanted */
  async go(wanted, { isAsked = true } = {}) {
    const deal = Math.min(Math.max(wanted.deal, 1), this.count);
    const request = (this.wanted += 1);
    this.root.setAttribute("aria-busy", "true");
    try {
      const steps = await this.deals.steps(deal);
      if (request !== this.wanted) return;
      this.steps = steps;
    } catch {
      if (request === this.wanted) this.say(gettext("This deal did not arrive. Try again in a moment."), "");
      return this.stop();
    } finally {
      if (request === this.wanted) this.root.removeAttribute("aria-busy");
    }
    this.place = { deal, step: Math.min(wanted.step, this.steps.length - 1) };
    if (isAsked) history.replaceState(history.state, "", hashOf(this.place));
    this.show();
  }

  // --- Display ---

  show() {
    const step = this.steps[this.place.step];
    if (!step) return;
    const eyes = this.eyes.value === "" ? null : Number(this.eyes.value);
    this.felt.show(seenBy(step, eyes));
    this.slider.max = String(this.steps.length - 1);
    this.slider.value = String(this.place.step);
    const words = sentenceAt(step, this.place.step);
    const where = whereSentence(this.place, this.steps.length);
    this.slider.setAttribute("aria-valuetext", `${where}. ${words}`);
    this.say(words, where);
    for (const chapter of findAll("[data-deal]", this.root)) this.mark(chapter);
    this.offerToPlayOn(step.state, eyes);
    this.enable("back", this.place.deal > 1 || this.place.step > 0);
    this.enable("first", this.place.deal > 1 || this.place.step > 0);
    this.enable("forward", !this.isAtEnd);
    this.enable("last", !this.isAtEnd);
  }

  /** Lead to where the match can be played on from here. @param {import("../protocol/state.js").State} state @param {number | null} eyes */
  offerToPlayOn({ over, public: { turn } }, eyes) {
    const link = this.root.querySelector("a[data-part=what-if]");
    if (!(link instanceof HTMLAnchorElement)) return;
    const { own } = this.root.dataset;
    link.hidden = Boolean(over);
    link.hash = hashOfLine({ ...this.place, seat: eyes ?? (own ? Number(own) : turn ?? 0), seed: "", moves: [] });
  }

  /** @param {string} words @param {string} where */
  say(words, where) {
    find(".replay-words", this.root).textContent = words;
    find(".replay-where", this.root).textContent = where;
  }

  /** @param {HTMLElement} chapter */
  mark(chapter) {
    const isShown = Number(data(chapter, "deal")) === this.place.deal;
    const row = /** @type {HTMLElement} */ (chapter.parentElement);
    if (isShown) row.scrollLeft = chapter.offsetLeft - row.offsetLeft - row.clientWidth / 2;
    if (isShown) chapter.setAttribute("aria-current", "true");
    else chapter.removeAttribute("aria-current");
  }

  /** Buttons keep the focus at the ends of the match. @param {string} action @param {boolean} isOn */
  enable(action, isOn) {
    find(`[data-do=${action}]`, this.root).setAttribute("aria-disabled", String(!isOn));
  }

  // --- Playing by itself ---

  play() {
    if (this.isAtEnd) void this.go({ deal: 1, step: 0 });
    this.showPlaying(true);
    this.wait();
  }

  wait() {
    this.timer = window.setTimeout(() => void this.playOn(), Number(this.speed.value));
  }

  async playOn() {
    const timer = this.timer;
    if (this.isAtEnd) return this.stop();
    await this.go(this.next);
    if (this.timer === timer && timer !== null) this.wait();
  }

  stop() {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.showPlaying(false);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    find("[data-do=play]", this.root).setAttribute("aria-pressed", String(isPlaying));
  }

  async copy() {
    history.replaceState(history.state, "", hashOf(this.place));
    const button = find("[data-do=link]", this.root);
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    this.say(isCopied ? data(button, "done") : location.href, find(".replay-where", this.root).textContent);
  }
}
