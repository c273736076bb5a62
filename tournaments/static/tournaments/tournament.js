/** The open page of a tournament: hears what happens, shows it, and leads its players to their tables. */

import { listen } from "../site/listen.js";
import { tick } from "./countdown.js";
import { refresh } from "./fresh.js";
import { lead } from "./lead.js";
import { tellTimes } from "./times.js";
import { Talk } from "./talk.js";

const PAGE = /** @type {HTMLElement} */ (document.getElementById("tournament"));

/** What is fetched may be so old: the crowd that hears of a change does not ask all at once, nor more than once. */
const CALM = 1000;
/** Points at tables that are being played change without a word. */
const POINTS_EVERY = 20_000;

const talk = new Talk(document.getElementById("chat"));
let timer = 0;
let heardAt = 0;
let askedAt = performance.now();

/** Fetches once for all that is heard meanwhile. */
function refreshSoon() {
  heardAt = performance.now();
  const rest = Math.max(0, CALM - (heardAt - askedAt));
  timer ||= window.setTimeout(fetchParts, rest + Math.random() * CALM);
}

async function fetchParts() {
  timer = 0;
  askedAt = performance.now();
  await refresh(PAGE);
  tellTimes(PAGE);
  tick();
  if (heardAt > askedAt) refreshSoon();
}

const HEARD = {
  changed: ({ version }) => { if (version !== Number(PAGE.dataset.version)) { PAGE.dataset.version = version; refreshSoon(); } },
  table: ({ url }) => { lead(url); refreshSoon(); },
  chat: (line) => talk.add(line),
  chats: ({ lines }) => talk.recall(lines),
};

function watchPoints() {
  if (!document.hidden && document.querySelector("#rounds .board.running, #rounds .board.open")) refreshSoon();
}

/** This browser's part of the shuffle: 16 bytes that nobody else has chosen. */
function bringBytes() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const field = /** @type {HTMLInputElement} */ (document.getElementById("contribution"));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

bringBytes();
tellTimes(PAGE);
tick();
listen(PAGE.dataset.socket, { heard: (message) => HEARD[message.type]?.(message), shownOut: () => location.reload() });
setInterval(tick, 1000);
setInterval(watchPoints, POINTS_EVERY);
document.addEventListener("visibilitychange", watchPoints);
