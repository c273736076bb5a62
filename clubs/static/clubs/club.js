/** Keeps a club's page up to date. Changes of tables arrive as news; who is present and what is planned is polled. */

import { Connection } from "../site/connection.js";
import { data, find, findAll } from "../site/dom.js";
import { Talk } from "../site/chat/talk.js";
import { bringUpToDate, fetchFresh, replace } from "../site/replace.js";

const CLUB = find("[data-live]");

const LOOK_EVERY = 20_000;
/** The least time between fetches, in milliseconds: tables change all the time, and one fetch covers all changes. */
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
  const fresh = await fetchFresh(data(CLUB, "live"));
  if (!fresh) return;
  for (const group of fresh.querySelectorAll(".club-panels[id]")) {
    const shown = document.getElementById(group.id);
    if (shown && names(group) !== names(shown)) replace(shown, group);
  }
  bringUpToDate(fresh);
  const [door, shownDoor] = [fresh, document].map((page) => page.getElementById("joining"));
  // only if the reader's own status has changed: they may be writing a line to the officers
  if (door && shownDoor && data(door, "as") !== data(shownDoor, "as")) replace(shownDoor, door);
}

/** Return the names of the panels; a panel with nothing to show is missing. @param {Element} group */
function names(group) {
  return [...group.querySelectorAll("section[id]")].map(({ id }) => id).join(" ");
}

for (const address of new Set(findAll("[data-socket-of-panel]").map((panel) => data(panel, "socketOfPanel")))) {
  new Connection(address, { heard: refreshSoon });
}
const chat = /** @type {HTMLElement | null} */ (document.querySelector("[data-chat-socket]"));
if (chat) {
  const talk = new Talk(chat);
  new Connection(data(chat, "chatSocket"), {
    heard: (/** @type {Wire.FromClub} */ message) => {
      switch (message.type) {
        case "chat": return talk.add(message);
        case "chats": return talk.recall(message.lines);
        case "hidden": return talk.hide(message.lines);
      }
    },
    stopped: (wasLetIn) => wasLetIn && location.reload(),
  });
}
setInterval(refreshSoon, LOOK_EVERY);
document.addEventListener("visibilitychange", refreshSoon);
