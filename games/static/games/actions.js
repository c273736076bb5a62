/** The buttons for what is done without a place: draw, pass, end, discard. */

import { html } from "./dom.js";
import { fill, gettext } from "./i18n.js";

export class Actions {
  /** @param {HTMLElement} root @param {import("./choosing.js").Choosing} choosing */
  constructor(root, choosing) {
    this.root = root;
    this.choosing = choosing;
    root.addEventListener("click", (event) => this.clicked(event.target.closest("button")));
  }

  show() {
    const had = this.root.contains(document.activeElement);
    const { kinds, selected, discarding } = this.choosing;
    const shown = Object.keys(BUTTONS).filter((kind) => kinds.includes(kind));
    this.root.replaceChildren(...shown.map((kind) => button(kind, kind === "discard" ? discardLabel(selected, discarding) : null)));
    if (shown.includes("discard")) this.root.lastElementChild.setAttribute("aria-pressed", String(discarding));
    if (had) this.root.querySelector("button")?.focus();
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

function button(kind, label) {
  const { key, label: usual } = BUTTONS[kind];
  return html("button", { type: "button", class: "action", "data-kind": kind, "aria-keyshortcuts": key },
    html("span", {}, label ?? usual()), html("kbd", { "aria-hidden": "true" }, key));
}

function discardLabel(selected, discarding) {
  if (selected) return fill(gettext("Discard %(tile)s"), { tile: selected });
  return discarding ? gettext("Discard which?") : null;
}
