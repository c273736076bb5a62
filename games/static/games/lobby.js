/** Keeps the lobby's lists of tables as they are now: hears that something changed, and fetches them again. */

import { Connection } from "../site/connection.js";
import { data, find } from "../site/dom.js";
import { bringUpToDate, fetchFresh } from "../site/replace.js";

const LOBBY = find(".lobby");

/** The server may show lists that are a second old: what is fetched that long after the news has it. */
const CALM = 1000;
/** Whose turn it is at the own tables is no news of the lobby. */
const OWN_TABLES_EVERY = 20_000;

let timer = 0;
let heardAt = 0;

/** Fetches once for all the news of the next second. */
function refreshSoon() {
  heardAt = performance.now();
  timer ||= refreshLater();
}

/** The crowd of open lobbies does not ask all at once. */
function refreshLater() {
  return window.setTimeout(refresh, CALM + Math.random() * CALM / 2);
}

/** What was heard only just now may not be in the lists yet: they are fetched once more. */
async function refresh() {
  timer = performance.now() - heardAt < CALM ? refreshLater() : 0;
  const fresh = await fetchFresh(data(LOBBY, "tables"));
  if (fresh) bringUpToDate(fresh);
}

function watchOwnTables() {
  if (!document.hidden && document.querySelector("#own-tables:not([hidden])")) refreshSoon();
}

new Connection(data(LOBBY, "socket"), { opened: refreshSoon, heard: refreshSoon });
setInterval(watchOwnTables, OWN_TABLES_EVERY);
document.addEventListener("visibilitychange", watchOwnTables);
