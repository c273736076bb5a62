/** The buttons for what is done without a place: draw, pass, end, discard. */

import { html } from "../../site/dom.js";
import { arrange } from "../../site/focus.js";
import { fill, gettext } from "../../site/i18n.js";

export class Actions {
  /** @param {HTMLElement} root @param {import("../hand/choosing.js").Choosing} choosing */
  constructor(root, choosing) {
    this.root = root;
    this.choosing = choosing;
    root.addEventListener("click", (event) => this.clicked(event.target.closest("button")));
  }

  show() {
    const { kinds, selected, discarding } = this.choosing;
    const shown = Object.keys(BUTTONS).filter((kind) => kinds.includes(kind));
    const kept = new Map([...this.root.children].map((node) => [node.dataset.kind, node]));
    arrange(this.root, shown.map((kind) => kept.get(kind) ?? button(kind)));
    this.labelDiscard(selected, discarding);
  }

  labelDiscard(selected, discarding) {
    const node = this.root.querySelector("[data-kind=discard]");
    if (!node) return;
    node.setAttribute("aria-pressed", String(discarding));
    node.firstElementChild.textContent = discardLabel(selected, discarding);
  }

  clicked(target) {
    if (!target) return;
    if (target.dataset.kind === "discard") this.choosing.discard();
    else this.choosing.call(target.dataset.kind);
  }
}

const BUTTONS = {
  draw: { key: "D", label: () => gettext("Draw") },
  pass: { key: "P", label: () => gettext("Pass") },
  end: { key: "E", label: () => gettext("End turn") },
  discard: { key: "X", label: () => gettext("Discard") },
};

function button(kind) {
  const { key, label } = BUTTONS[kind];
  return html("button", { type: "button", class: "action", "data-kind": kind, "aria-keyshortcuts": key },
    html("span", {}, label()), html("kbd", { "aria-hidden": "true" }, key));
}

function discardLabel(selected, discarding) {
  if (selected) return fill(gettext("Discard %(tile)s"), { tile: selected });
  return discarding ? gettext("Discard which?") : BUTTONS.discard.label();
}
