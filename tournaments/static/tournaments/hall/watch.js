/** The page of all tables: fetches those that have changed while the page is visible. What everyone may see is requested
 *  without cookies, so that the server reads no session. */

import { data, find, findAll } from "../../site/dom.js";
import { fetchFresh, replace } from "../../site/replace.js";

const PLACE = find("#watch");
const ASK_EVERY = 3000;

let asking = false;

async function ask() {
  if (asking || document.hidden) return;
  asking = true;
  const known = findAll("[data-digest]", PLACE).map((table) => table.dataset.digest).join(",");
  const headers = { "X-Known": known, "Accept-Language": document.documentElement.lang };
  const fresh = await fetchFresh(data(PLACE, "live"), headers, "open" in PLACE.dataset ? "omit" : "same-origin");
  if (fresh) show([...fresh.body.children]);
  asking = false;
}

/** Show these tables. One that is not on the page belongs to another round, so the page is reloaded.
 *  @param {Element[]} tables */
function show(tables) {
  for (const table of tables) {
    const shown = document.getElementById(table.id);
    if (!shown) return location.reload();
    replace(shown, table);
  }
}

setInterval(ask, ASK_EVERY);
document.addEventListener("visibilitychange", ask);
