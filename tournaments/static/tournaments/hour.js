/** The page on which the players of a league's table agree on its hour; shows the others' answers live. */

import { Connection } from "../site/connection.js";
import { data, find } from "../site/dom.js";
import { bringUpToDate, fetchFresh } from "../site/replace.js";
import { lead } from "./lead.js";

const PAGE = find(".hour[data-socket]");

/** The time to agree may run out without news. */
const LOOK_EVERY = 60_000;

async function refresh() {
  if (document.hidden) return;
  const fresh = await fetchFresh(location.pathname);
  if (fresh) bringUpToDate(fresh);
}

/** @param {Wire.FromTournament} message */
function hear(message) {
  if (message.type === "table") return lead(message.url);
  if (message.type !== "changed" || message.version === Number(PAGE.dataset.version)) return;
  PAGE.dataset.version = String(message.version);
  refresh();
}

new Connection(data(PAGE, "socket"), { heard: hear, stopped: (wasLetIn) => wasLetIn && location.reload() });
setInterval(refresh, LOOK_EVERY);
document.addEventListener("visibilitychange", refresh);
