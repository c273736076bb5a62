/** The way to the own table, which has just opened: at once, unless the player is in the middle of a sentence. */

import { find, html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";

/** Long enough for a screen reader to say where it goes. */
const PAUSE = 1500;

/** @param {string} url */
export function lead(url) {
  document.title = `● ${document.title.replace(/^● /, "")}`;
  const isTyping = Boolean(/** @type {HTMLInputElement} */ (document.getElementById("say"))?.value);
  say(isTyping ? gettext("Your table is ready. Finish your line; then go there.") : gettext("Your table is ready: we go there now."), url);
  if (!isTyping) setTimeout(() => location.assign(url), PAUSE);
}

/** @param {string} sentence @param {string} url */
function say(sentence, url) {
  const link = html("a", { class: "button primary large", href: url }, gettext("To your table"));
  find("#lead").replaceChildren(html("p", {}, sentence), link);
}
