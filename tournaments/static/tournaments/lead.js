/** The way to the own table, which has just opened: at once, unless the player is in the middle of a sentence. */

import { html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";

/** Long enough for a screen reader to say where it goes. */
const PAUSE = 1500;
/** What the tab remembers: whoever comes back from a table of their own will is not led there again. */
const LED = "led-to";

/** @param {string} url */
export function lead(url) {
  if (sessionStorage.getItem(LED) === url) return;
  led(url);
  document.title = `● ${document.title.replace(/^● /, "")}`;
  say(isTyping() ? gettext("Your table is ready. Finish your line; then go there.") : gettext("Your table is ready: we go there now."), url);
  if (!isTyping()) setTimeout(() => location.assign(url), PAUSE);
}

/** @param {string} url of a table where the player is, or is about to be */
export function led(url) {
  sessionStorage.setItem(LED, url);
}

function isTyping() {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#say, input:focus, textarea:focus"));
  return [...fields].some((field) => field.value !== "");
}

/** Where the page has a place for it; on the others the bar says it. @param {string} sentence @param {string} url */
function say(sentence, url) {
  const link = html("a", { class: "button primary large", href: url }, gettext("To your table"));
  document.getElementById("lead")?.replaceChildren(html("p", {}, sentence), link);
}
