/** Keeps a club's page as it is now. Tables tell when they change; who is here and what is planned is looked for now and
 *  then. */

import { listen } from "../site/listen.js";
import { bringUpToDate, fetchFresh, replace } from "../site/replace.js";

const CLUB = /** @type {HTMLElement} */ (document.querySelector("[data-live]"));

const LOOK_EVERY = 20_000;
/** Tables change all the time: one look answers for all the news of so long. */
const CALM = 3000;

let timer = 0;
let askedAt = performance.now();

function refreshSoon() {
  if (document.hidden) return;
  const rest = Math.max(0, CALM - (performance.now() - askedAt));
  timer ||= window.setTimeout(refresh, rest + Math.random() * CALM);
}

async function refresh() {
  timer = 0;
  askedAt = performance.now();
  const fresh = await fetchFresh(CLUB.dataset.live);
  if (!fresh) return;
  for (const group of fresh.querySelectorAll(".club-panels[id]")) {
    if (names(group) !== names(document.getElementById(group.id))) replace(document.getElementById(group.id), group);
  }
  bringUpToDate(fresh);
}

/** Which panels there are: one that has nothing to show is left out. @param {Element} group */
function names(group) {
  return [...group.querySelectorAll("section[id]")].map(({ id }) => id).join(" ");
}

for (const address of new Set([...document.querySelectorAll("[data-socket-of-panel]")].map(({ dataset }) => dataset.socketOfPanel))) {
  listen(address, { heard: refreshSoon });
}
setInterval(refreshSoon, LOOK_EVERY);
document.addEventListener("visibilitychange", refreshSoon);
