/** Keeps the lobby's lists of tables up to date: fetches them when told that something has changed. */

import { Connection, pause } from "../site/connection.js";
import { data, find } from "../site/dom.js";
import { bringUpToDate, fetchFresh } from "../site/replace.js";

const LOBBY = find(".lobby");

/** The server may show lists that are a second old, so fetching waits that long after a change. */
const CALM = 1000;
/** The lobby is not told whose turn it is at the player's own tables, so they are polled. */
const OWN_TABLES_EVERY = 20_000;

let timer = 0;
let heardAt = 0;
/** The number of fetches in a row without an answer. There may be no further news, so the page retries until one succeeds. */
let failures = 0;

/** Fetch once for all news within the next second. */
function refreshSoon() {
  heardAt = performance.now();
  timer ||= refreshLater();
}

/** Fetch at a random time, so that not all open lobbies ask at once. */
function refreshLater() {
  return window.setTimeout(refresh, CALM + Math.random() * CALM / 2);
}

/** Fetch the lists, and once more if there was news in between, which they may not contain yet. */
async function refresh() {
  timer = performance.now() - heardAt < CALM ? refreshLater() : 0;
  const fresh = await fetchFresh(data(LOBBY, "tables"));
  failures = fresh ? 0 : failures + 1;
  if (fresh) bringUpToDate(fresh);
  else timer ||= window.setTimeout(refresh, CALM + pause(failures));
}

function watchOwnTables() {
  if (!document.hidden && document.querySelector("#own-tables:not([hidden])")) refreshSoon();
}

new Connection(data(LOBBY, "socket"), { opened: refreshSoon, heard: refreshSoon });
setInterval(watchOwnTables, OWN_TABLES_EVERY);
document.addEventListener("visibilitychange", watchOwnTables);
