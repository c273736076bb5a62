/** Behaviour of every page: closing menus, messages after a swap, reporting the time zone once. */

import { find, findAll } from "./dom.js";
import "./notices.js";

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

/** Report the browser's time zone, so that pages show local times. */
function tellTimeZone() {
  const address = document.documentElement.dataset.tellZone;
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  if (!address || !(token instanceof HTMLInputElement)) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  fetch(address, {
    method: "POST",
    headers: { "X-CSRFToken": token.value },
    body: new URLSearchParams({ time_zone: zone }),
  });
}

tellTimeZone();
