/** Points at what a step is about: tiles wherever they lie, and parts of the table, with labels where needed. */

import { findAll } from "../../site/dom.js";

/** @type {Record<string, string>} */
const PARTS = { hand: ".hand", card: ".own-card", discard: ".own-discard", stock: ".stock-pile", floor: ".stage", others: ".rails .seat" };

/** @param {HTMLElement} root @param {Record<string, string>} points tiles and parts, each with its label or an empty one */
export function pointAt(root, points) {
  for (const node of findAll(".looked-at", root, Element)) {
    node.classList.remove("looked-at");
    node.removeAttribute("data-label");
  }
  for (const [part, label] of Object.entries(points)) {
    const selector = PARTS[part] ?? `.piece[data-tile="${part}"], .tiles > [data-tile="${part}"]`;
    for (const node of findAll(selector, root, Element)) {
      node.classList.add("looked-at");
      if (label) node.setAttribute("data-label", label);
    }
  }
}
