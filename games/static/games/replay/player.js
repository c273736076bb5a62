/** Steps through deals: buttons, slider, keys and autoplay, on a felt of its own. */

import { data, find, hit } from "../../site/dom.js";
import { gettext } from "../../site/i18n.js";
import { Deals } from "./deals.js";
import { Felt } from "./felt.js";
import { seenBy } from "./steps.js";
import { sentenceAt, whereSentence } from "./told.js";

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./steps.js").Place} Place */

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "deal-back", PageDown: "deal-forward" };
/** Keys that scroll the page, unless the player has the focus. */
const SCROLLING = new Set(["Home", "End", "PageUp", "PageDown", " "]);

export class Player {
  /** @param {HTMLElement} root @param {Place} from */
  constructor(root, from) {
    this.root = root;
    this.count = Number(data(root, "deals"));
    this.deals = new Deals(data(root, "address"));
    this.felt = new Felt(find(".replay-felt", root));
    this.slider = find("input[type=range]", root, HTMLInputElement);
    this.speed = find("[name=speed]", root, HTMLSelectElement);
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Place} */
    this.place = { deal: 0, step: 0 };
    this.wanted = 0;
    /** The timer of the next move during autoplay. @type {number | null} */
    this.timer = null;
    root.addEventListener("click", (event) => this.clicked(event));
    this.slider.addEventListener("input", () => this.moveTo({ ...this.place, step: Number(this.slider.value) }));
    document.addEventListener("keydown", (event) => this.pressed(event));
    void this.go(from);
  }

  /** @param {Event} event */
  clicked(event) {
    const button = hit(event, "[data-do]");
    if (button) this.act(data(button, "do"));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    const within = this.root.contains(target);
    if (!this.root.checkVisibility() || event.ctrlKey || event.altKey || event.metaKey || (target !== document.body && !within)) return;
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

  /** Go to a place on the reader's request, which ends autoplay. @param {Place} place */
  moveTo(place) {
    this.stop();
    if (place.deal < 1 || place.deal > this.count) return;
    void this.go(place);
  }

  /** @param {Place} wanted */
  async go(wanted) {
    const deal = Math.min(Math.max(wanted.deal, 1), this.count);
    const request = (this.wanted += 1);
    this.root.setAttribute("aria-busy", "true");
    try {
      const steps = await this.deals.steps(deal);
      if (request !== this.wanted) return;
      this.steps = steps;
    } catch {
      if (request === this.wanted) this.say(gettext("This deal could not be loaded. Try again in a moment."), "");
      return this.stop();
    } finally {
      if (request === this.wanted) this.root.removeAttribute("aria-busy");
    }
    this.place = { deal, step: Math.min(wanted.step, this.steps.length - 1) };
    this.show();
  }

  // --- Display ---

  /** The seat whose view is shown, or null if all hands are open. @returns {number | null} */
  get from() {
    return null;
  }

  show() {
    const step = this.steps[this.place.step];
    if (!step) return;
    this.felt.show(seenBy(step, this.from));
    this.slider.max = String(this.steps.length - 1);
    this.slider.value = String(this.place.step);
    const words = sentenceAt(step, this.place.step);
    const where = whereSentence(this.place, this.steps.length);
    this.slider.setAttribute("aria-valuetext", `${where}. ${words}`);
    this.say(words, where);
    this.enable("back", this.place.deal > 1 || this.place.step > 0);
    this.enable("first", this.place.deal > 1 || this.place.step > 0);
    this.enable("forward", !this.isAtEnd);
    this.enable("last", !this.isAtEnd);
  }

  /** @param {string} words @param {string} where */
  say(words, where) {
    find(".replay-words", this.root).textContent = words;
    find(".replay-where", this.root).textContent = where;
  }

  /** Buttons keep the focus at the ends of the match. @param {string} action @param {boolean} isOn */
  enable(action, isOn) {
    find(`[data-do=${action}]`, this.root).setAttribute("aria-disabled", String(!isOn));
  }

  // --- Autoplay ---

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
}
