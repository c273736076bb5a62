/** Countdowns: rendered once by the server, then updated every second. */

import { data, findAll } from "../site/dom.js";
import { calmly, exactly } from "../site/durations.js";
import { gettext } from "../site/i18n.js";
import { reducedMotion } from "../site/motion.js";

/** Update every countdown on the page; with reduced motion, less often. */
export function tick() {
  for (const node of findAll("[data-until]")) {
    const left = Math.ceil((Date.parse(data(node, "until")) - Date.now()) / 1000);
    const text = left > 0 ? (reducedMotion.matches ? calmly(left) : exactly(left)) : gettext("a moment");
    if (node.textContent !== text) node.textContent = text;
  }
}
