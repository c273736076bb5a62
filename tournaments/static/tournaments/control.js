/** Keeps the control room up to date: fetches it when told that something has changed, and also regularly, because moves
 *  at tables do not count as changes of the tournament. Clocks are updated in the browser. */

import { Connection } from "../site/connection.js";
import { data, find, findAll } from "../site/dom.js";
import { exactly } from "../site/durations.js";
import { fill, gettext } from "../site/i18n.js";
import { bringUpToDate, fetchFresh } from "../site/replace.js";
import { SeatingDrag } from "./desk/seating.js";

const ROOM = find(".control");

const LOOK_EVERY = 10_000;
const SOON = 300;

let timer = 0;

function refreshSoon() {
  timer ||= window.setTimeout(refresh, SOON + Math.random() * SOON);
}

async function refresh() {
  timer = 0;
  const fresh = await fetchFresh(data(ROOM, "live"));
  if (fresh) show(fresh);
}

/** @param {Document} fresh */
function show(fresh) {
  showTimes(fresh);
  bringUpToDate(fresh, isInUse);
}

/** Return whether a section has an open menu or a person who is being moved; then it is updated only afterwards.
 *  @param {Element} section */
function isInUse(section) {
  return section.querySelector("details[open], [data-carried]") !== null;
}

/** @param {ParentNode} within */
function showTimes(within) {
  const now = Date.now();
  for (const time of findAll("time[data-left]", within, HTMLTimeElement)) {
    time.textContent = exactly((Date.parse(time.dateTime) - now) / 1000);
  }
  for (const time of findAll("time[data-ago]", within, HTMLTimeElement)) {
    time.textContent = fill(gettext("%(time)s ago"), { time: exactly((now - Date.parse(time.dateTime)) / 1000) });
  }
}

showTimes(document);
setInterval(() => showTimes(document), 1000);
if (ROOM.dataset.live) {
  new SeatingDrag(ROOM, data(ROOM, "desk"));
  new Connection(data(ROOM, "socket"), {
    opened: refreshSoon,
    heard: refreshSoon,
    stopped: (wasLetIn) => wasLetIn && location.reload(),
  });
  setInterval(() => !document.hidden && refreshSoon(), LOOK_EVERY);
  document.addEventListener("visibilitychange", () => !document.hidden && refreshSoon());
}
