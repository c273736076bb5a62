/** Local times, for readers whose time zone the server does not know. */

import { findAll } from "../site/dom.js";
import { LANGUAGE } from "../site/i18n.js";


/** @type {Intl.DateTimeFormatOptions} */
const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit" };

/** @param {HTMLElement} page */
export function tellTimes(page) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ("localTimes" in page.dataset) {
    for (const node of findAll("time[data-local]", page, HTMLTimeElement)) tell(node, DAY, CLOCK);
    for (const node of findAll("time[data-clock]", page, HTMLTimeElement)) tell(node, CLOCK);
  }
  for (const node of findAll("[data-organisers]", page)) node.hidden = node.dataset.organisers === (page.dataset.zone || zone);
}

/** @param {HTMLTimeElement} node @param {...Intl.DateTimeFormatOptions} parts */
function tell(node, ...parts) {
  const time = new Date(node.dateTime);
  node.textContent = parts.map((part) => time.toLocaleString(LANGUAGE, part)).join(", ");
}
