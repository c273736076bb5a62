/** The page of all tables: fetches those that have changed, unless nobody looks. What everyone may see is asked for
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

/** A table that is not on the page belongs to another round: then the page is loaded again.
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
