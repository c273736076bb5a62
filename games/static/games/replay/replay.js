/** The replay of a finished match: its chapters, the choice of whose view to show, and a URL for every ply. */

import { data, find, findAll, hit } from "../../site/dom.js";
import { hashOfLine } from "../whatif/line.js";
import { Player } from "./player.js";
import { hashOf, placeIn } from "./steps.js";

export class Replay extends Player {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, placeIn(location.hash) ?? { deal: Infinity, step: Infinity });
    this.eyes = find("[name=eyes]", root, HTMLSelectElement);
    /** Whether the URL names what is shown; it does not before the reader has moved to another place. */
    this.isAddressed = placeIn(location.hash) !== null;
    this.eyes.addEventListener("change", () => this.show());
    addEventListener("hashchange", () => {
      const place = placeIn(location.hash);
      if (place) this.moveTo(place);
    });
    find("[data-do=full]", root).hidden = !document.fullscreenEnabled;
  }

  /** @param {Event} event */
  clicked(event) {
    const chapter = hit(event, "[data-deal]");
    if (chapter) this.moveTo({ deal: Number(data(chapter, "deal")), step: 0 });
    else super.clicked(event);
  }

  /** @param {string} action */
  act(action) {
    if (action === "link") void this.copy();
    else if (action === "full") void (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen());
    else super.act(action);
  }

  get from() {
    return this.eyes.value === "" ? null : Number(this.eyes.value);
  }

  /** @param {import("./steps.js").Place} wanted */
  moveTo(wanted) {
    this.isAddressed = true;
    super.moveTo(wanted);
  }

  play() {
    this.isAddressed = true;
    super.play();
  }

  show() {
    super.show();
    if (this.isAddressed) history.replaceState(history.state, "", hashOf(this.place));
    for (const chapter of findAll("[data-deal]", this.root)) this.mark(chapter);
    this.offerPicture();
    const step = this.steps[this.place.step];
    if (step) this.offerToPlayOn(step.state);
    this.root.dispatchEvent(new CustomEvent("place", { detail: this.place }));
  }

  /** Make the downloadable picture that of this ply. */
  offerPicture() {
    const link = document.querySelector("a[data-part=layout]");
    const { deal, step } = this.place;
    if (link instanceof HTMLAnchorElement) link.href = data(link, "address").replace("/0/0.svg", `/${deal}/${step}.svg`);
  }

  /** Link to the page on which the match can be played on from here. @param {import("../protocol/state.js").State} state */
  offerToPlayOn({ over, public: { turn } }) {
    const link = find("a[data-part=what-if]", this.root, HTMLAnchorElement);
    const { own } = this.root.dataset;
    link.hidden = Boolean(over);
    link.hash = hashOfLine({ ...this.place, seat: this.from ?? (own ? Number(own) : turn ?? 0), seed: "", moves: [] });
  }

  /** @param {HTMLElement} chapter */
  mark(chapter) {
    const isShown = Number(data(chapter, "deal")) === this.place.deal;
    const row = /** @type {HTMLElement} */ (chapter.parentElement);
    if (isShown) row.scrollLeft = chapter.offsetLeft - row.offsetLeft - row.clientWidth / 2;
    if (isShown) chapter.setAttribute("aria-current", "true");
    else chapter.removeAttribute("aria-current");
  }

  async copy() {
    history.replaceState(history.state, "", hashOf(this.place));
    const button = find("[data-do=link]", this.root);
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    this.say(isCopied ? data(button, "done") : location.href, find(".replay-where", this.root).textContent);
  }
}
