/** Keeps the control room as it is now: hears that something changed, and fetches it again; tables' moves are no news
 *  of the tournament, so it also looks by itself now and then. Clocks are counted here. */

import { listen } from "../site/listen.js";
import { bringUpToDate, fetchFresh } from "../site/replace.js";

const ROOM = /** @type {HTMLElement} */ (document.querySelector(".control"));

const LOOK_EVERY = 10_000;
const SOON = 300;

let timer = 0;

function refreshSoon() {
  timer ||= window.setTimeout(refresh, SOON + Math.random() * SOON);
}

async function refresh() {
  timer = 0;
  const fresh = await fetchFresh(ROOM.dataset.live);
  if (fresh) show(fresh);
}

/** @param {Document} fresh */
function show(fresh) {
  showTimes(fresh);
  bringUpToDate(fresh, hasOpenMenu);
}

/** An open menu is not taken away under the finger; it is brought up to date once it is closed.
 *  @param {Element} section */
function hasOpenMenu(section) {
  return section.querySelector("details[open]") !== null;
}

/** "4:05", or "2 h 10 min" for what is far away.
 *  @param {number} seconds */
function lasting(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= 3600) {
    const parts = { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) };
    return interpolate(gettext("%(hours)s h %(minutes)s min"), parts, true);
  }
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {ParentNode} within */
function showTimes(within) {
  const now = Date.now();
  for (const time of within.querySelectorAll("time[data-left]")) {
    time.textContent = lasting((Date.parse(time.getAttribute("datetime")) - now) / 1000);
  }
  for (const time of within.querySelectorAll("time[data-ago]")) {
    const passed = lasting((now - Date.parse(time.getAttribute("datetime"))) / 1000);
    time.textContent = interpolate(gettext("%(time)s ago"), { time: passed }, true);
  }
}

showTimes(document);
setInterval(() => showTimes(document), 1000);
if (ROOM.dataset.live) {
  listen(ROOM.dataset.socket, { opened: refreshSoon, heard: refreshSoon, shownOut: () => location.reload() });
  setInterval(() => !document.hidden && refreshSoon(), LOOK_EVERY);
  document.addEventListener("visibilitychange", () => !document.hidden && refreshSoon());
}
