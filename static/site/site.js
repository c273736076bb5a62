/** Behaviour of every page: closing menus, messages after a swap, reporting the time zone once; notices, the bar, and forms
 *  that were not sent. */

import { ofThisSite, sendTokens } from "./csrf.js";
import { find, findAll, html } from "./dom.js";
import { gettext } from "./i18n.js";
import "./forms/reveal.js";
import "./notices.js";
import { giveBack, keep } from "./forms/unsent.js";
import "../games/elsewhere.js";
import "../tournaments/bar.js";

sendTokens();

const menus = () => findAll("details.menu[open]", document, HTMLDetailsElement);

document.addEventListener("click", (event) => {
  for (const menu of menus()) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    find("summary", menu).focus();
  }
});

document.addEventListener("submit", keep);
giveBack();

/** Say that a click had no effect, so that nobody waits for it. */
function sayThatItFailed() {
  find("#messages").replaceChildren(html("p", { class: "notice error" }, gettext("That did not get through. Try again.")));
}

document.addEventListener("htmx:responseError", sayThatItFailed);
document.addEventListener("htmx:sendError", sayThatItFailed);

/** Report the browser's time zone, so that pages show local times; on sign-up it is sent with the form. */
function tellTimeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of findAll("input[data-browsers-zone]", document, HTMLInputElement)) field.value = zone;
  const address = document.documentElement.dataset.tellZone;
  if (!address) return;
  fetch(address, {
    method: "POST",
    headers: ofThisSite(),
    body: new URLSearchParams({ time_zone: zone }),
  });
}

tellTimeZone();
