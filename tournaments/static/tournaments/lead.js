/** Going to the player's table when it opens: at once, unless the player is writing something. */

import { data, html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";
import { recall, remember, tabStorage } from "../site/storage.js";

/** Long enough for a screen reader to announce it. */
const PAUSE = 1500;
/** The storage key for the tables to which this tab has led, the latest last, so that players who leave a table on purpose
 *  are not led back to it. */
const LED = "led-to";
/** How many tables a tab remembers; a player may be in several tournaments at once. */
const MOST_LED = 10;

/** Go to the table that is ready, if nothing is left to do on this page. The page of a tournament leads to its own table
 *  rather than to that of another tournament, which the bar above it announces. */
export function leadOn() {
  const ready = /** @type {HTMLElement | null} */ (document.querySelector("main [data-lead]") ?? document.querySelector("[data-lead]"));
  if (ready && document.querySelector("[data-leads]")) lead(data(ready, "lead"));
}

/** Go to a table once. A tab that remembers nothing goes nowhere, or it would keep leading players back. @param {string} url */
export function lead(url) {
  if (!tabStorage() || ledTo().includes(url)) return;
  led(url);
  document.title = `● ${document.title.replace(/^● /, "")}`;
  say(isTyping() ? gettext("Your table is ready. Finish your line; then go there.") : gettext("Your table is ready: taking you there now."), url);
  if (isTyping()) return;
  const leaving = setTimeout(() => goTo(url), PAUSE);
  document.addEventListener("submit", () => clearTimeout(leaving), { once: true }); // or the form might not arrive
}

/** Go there, unless a newer table has been announced meanwhile. @param {string} url */
function goTo(url) {
  if (ledTo().at(-1) === url) location.assign(url);
}

/** @param {string} url of the player's current or next table */
export function led(url) {
  const others = ledTo().filter((other) => other !== url);
  remember(LED, [...others, url].slice(-MOST_LED).join(" "), tabStorage());
}

function ledTo() {
  return recall(LED, tabStorage())?.split(" ") ?? [];
}

function isTyping() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#say, input:focus, textarea:focus"));
  return [...fields].some((field) => field.value !== "");
}

/** Announce it, if the page has a place for that; on other pages the bar does. @param {string} sentence @param {string} url */
function say(sentence, url) {
  const link = html("a", { class: "button primary large", href: url }, gettext("To your table"));
  document.getElementById("lead")?.replaceChildren(html("p", {}, sentence), link);
}
