/** The panels beside the table: one at a time, and folded on small screens. */

import { data, find, findAll, hit } from "../../site/dom.js";
import { recall, remember } from "../../site/storage.js";
import { Emitter } from "../basics/emitter.js";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
/** The storage key under which this browser remembers whether the panels are folded to a strip. */
const KEY = "strip";

/** Emits `show` with the name of the panel. @extends {Emitter<{show: [name: string]}>} */
export class Panels extends Emitter {
  /** @param {HTMLElement} side holds [role=tab] and [role=tabpanel] */
  constructor(side) {
    super();
    this.side = side;
    this.open = "";
    this.tabs = findAll("[role=tab]", side);
    this.setStrip(recall(KEY) === "on");
    side.addEventListener("click", (event) => this.clicked(event));
    side.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("pointerdown", ({ target }) => side.contains(/** @type {Node} */ (target)) || this.fold());
  }

  /** @param {Event} event */
  clicked(event) {
    if (hit(event, "[data-fold]")) return this.fold();
    if (hit(event, "[data-part=strip]")) return this.setStrip(!this.isStrip);
    const tab = hit(event, "[role=tab]");
    if (!tab) return;
    const name = data(tab, "panel");
    if (this.folding && this.unfolded && this.open === name) this.fold();
    else this.show(name);
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    if (event.key === "Escape") return this.fold();
    const step = STEPS[event.key];
    const index = this.tabs.findIndex((tab) => tab === event.target);
    if (!step || index < 0) return;
    event.stopPropagation();
    const next = this.tabs[(index + step + this.tabs.length) % this.tabs.length];
    next.focus();
    if (!this.folding || this.unfolded) this.show(data(next, "panel"));
  }

  /** @param {string} name */
  show(name) {
    this.open = name;
    if (!this.folding) this.setStrip(false);
    this.side.classList.add("unfolded");
    for (const tab of this.tabs) {
      const chosen = tab.dataset.panel === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      find(`#${tab.getAttribute("aria-controls")}`).hidden = !chosen;
    }
    this.flag(name, 0);
    this.tell("show", name);
  }

  /** Whether the panels are folded to a strip, on a large screen. */
  get isStrip() {
    return this.side.classList.contains("strip");
  }

  /** @param {boolean} on */
  setStrip(on) {
    this.side.classList.toggle("strip", on);
    this.side.querySelector("[data-part=strip]")?.setAttribute("aria-expanded", String(!on));
    remember(KEY, on ? "on" : "off");
  }

  fold() {
    this.side.classList.remove("unfolded");
  }

  get unfolded() {
    return this.side.classList.contains("unfolded");
  }

  /** Whether the screen is so small that panels fold. */
  get folding() {
    return getComputedStyle(this.side).getPropertyValue("--folding").trim() === "1";
  }

  /** Return whether this panel is visible. @param {string} name */
  visible(name) {
    return this.open === name && (this.folding ? this.unfolded : !this.isStrip);
  }

  /** Show on a tab how many new things there are. @param {string} name @param {number} count */
  flag(name, count) {
    const tab = this.tabs.find((node) => node.dataset.panel === name);
    tab?.toggleAttribute("data-new", count > 0);
    tab?.querySelector(".fresh")?.replaceChildren(count > 0 ? String(count) : "");
  }
}
