/** Countdowns: rendered once by the server, then updated every second. */

import { data, findAll } from "../site/dom.js";
import { calmly, exactly } from "../site/durations.js";
import { gettext } from "../site/i18n.js";
import { reducedMotion } from "../site/motion.js";

/** Return the text for when the time has come: after "in", or on its own as on the wall. @param {HTMLElement} node */
function atOnce(node) {
  return "standsAlone" in node.dataset ? gettext("any moment now") : gettext("a moment");
}

/** Update every countdown on the page; with reduced motion, less often. */
export function tick() {
  for (const node of findAll("[data-until]")) {
    const left = Math.ceil((Date.parse(data(node, "until")) - Date.now()) / 1000);
    const text = left > 0 ? (reducedMotion.matches ? calmly(left) : exactly(left)) : atOnce(node);
    if (node.textContent !== text) node.textContent = text;
  }
}
