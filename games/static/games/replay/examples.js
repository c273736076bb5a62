/** Examples in the rules: they can be stepped through wherever the rules are shown. */

import { findAll } from "../../site/dom.js";
import { Player } from "./player.js";

/** Activate the examples within a part of the page, each only once. @param {ParentNode} part */
export function showExamples(part) {
  for (const root of findAll(".example .replay:not([data-ready])", part)) {
    root.dataset.ready = "";
    new Player(root, { deal: 1, step: 0 });
  }
}
