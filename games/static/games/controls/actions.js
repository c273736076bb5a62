/** Buttons for actions without a place: draw, pass, end, discard. */

import { data, find, findAll, hit, html } from "../../site/dom.js";
import { arrange } from "../basics/focus.js";
import { fill, gettext } from "../../site/i18n.js";

export class Actions {
  /** @param {HTMLElement} root @param {import("../hand/choosing.js").Choosing} choosing */
  constructor(root, choosing) {
    this.root = root;
    this.choosing = choosing;
    root.addEventListener("click", (event) => this.clicked(hit(event, "button")));
  }

  show() {
    const { kinds, selected, discarding } = this.choosing;
    const shown = Object.keys(BUTTONS).filter((kind) => kinds.includes(kind));
    const kept = new Map(findAll("button", this.root).map((node) => [data(node, "kind"), node]));
    arrange(this.root, shown.map((kind) => kept.get(kind) ?? button(kind)));
    this.labelDiscard(selected, discarding);
  }

  /** @param {string | null} selected @param {boolean} discarding */
  labelDiscard(selected, discarding) {
    const node = this.root.querySelector("[data-kind=discard]");
    if (!node) return;
    node.setAttribute("aria-pressed", String(discarding));
    find("span", node).textContent = discardLabel(selected, discarding);
  }

  /** @param {HTMLElement | null} target */
  clicked(target) {
    if (!target) return;
    const kind = data(target, "kind");
    if (kind === "discard") this.choosing.discard();
    else this.choosing.call(kind);
  }
}

/** @type {Record<string, {key: string, label: () => string}>} */
const BUTTONS = {
  draw: { key: "D", label: () => gettext("Draw") },
  pass: { key: "P", label: () => gettext("Pass") },
  end: { key: "E", label: () => gettext("End turn") },
  discard: { key: "X", label: () => gettext("Discard") },
};

/** @param {string} kind */
function button(kind) {
  const { key, label } = BUTTONS[kind];
  return html("button", { type: "button", class: "action", "data-kind": kind, "aria-keyshortcuts": key },
    html("span", {}, label()), html("kbd", { "aria-hidden": "true" }, key));
}

/** @param {string | null} selected @param {boolean} discarding */
function discardLabel(selected, discarding) {
  if (selected) return fill(gettext("Discard %(tile)s"), { tile: selected });
  return discarding ? gettext("Discard which?") : BUTTONS.discard.label();
}
