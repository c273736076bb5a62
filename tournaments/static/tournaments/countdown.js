/** Countdowns: text that the server has written once, told by the second from then on. */

import { gettext, fill } from "../site/i18n.js";
import { reducedMotion } from "../site/dom.js";

const MINUTE = 60, HOUR = 3600, DAY = 86_400;
const CALM_STEP = 10;

/** Writes every countdown of the page as it is now. */
export function tick() {
  for (const node of document.querySelectorAll("[data-until]")) {
    const left = Math.ceil((new Date(/** @type {HTMLElement} */ (node).dataset.until).getTime() - Date.now()) / 1000);
    const text = left > 0 ? told(left) : gettext("a moment");
    if (node.textContent !== text) node.textContent = text;
  }
}

/** Whoever wants less motion is told by the minute, and near the end by ten seconds. @param {number} left seconds */
function told(left) {
  if (left >= DAY) return fill(gettext("%(days)s d %(hours)s h"), { days: Math.floor(left / DAY), hours: Math.floor(left % DAY / HOUR) });
  if (left >= HOUR) return fill(gettext("%(hours)s h %(minutes)s min"), { hours: Math.floor(left / HOUR), minutes: Math.floor(left % HOUR / MINUTE) });
  if (reducedMotion.matches && left > MINUTE) return fill(gettext("%(minutes)s min"), { minutes: Math.ceil(left / MINUTE) });
  const seconds = reducedMotion.matches ? Math.ceil(left / CALM_STEP) * CALM_STEP : left;
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}
