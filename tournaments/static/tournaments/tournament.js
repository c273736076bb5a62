/** The page of a tournament: shows changes as they happen, and leads players to their tables. */

import { Connection, pause } from "../site/connection.js";
import { contribution } from "../site/contribution.js";
import { data, find } from "../site/dom.js";
import { tick } from "./countdown.js";
import { refresh } from "./fresh.js";
import { lead, leadOn } from "./lead.js";
import { tellTimes } from "./times.js";
import { Talk } from "../site/chat/talk.js";

const PAGE = find("#tournament");

/** Milliseconds over which fetches after a change are spread, so that not everybody asks at once. */
const CALM = 1000;
/** Points at running tables change without news, so they are polled. */
const POINTS_EVERY = 20_000;

const talk = new Talk(find("#chat"));
let timer = 0;
let heardAt = 0;
let askedAt = performance.now();
/** The number of fetches in a row without an answer. There may be no further news, so the page retries until one succeeds. */
let failures = 0;

/** Fetch once for all news that arrives in the meantime. */
function refreshSoon() {
  heardAt = performance.now();
  const rest = Math.max(0, CALM - (heardAt - askedAt));
  timer ||= window.setTimeout(fetchParts, rest + Math.random() * CALM);
}

async function fetchParts() {
  timer = 0;
  askedAt = performance.now();
  failures = (await refresh(PAGE)) ? 0 : failures + 1;
  if (failures) timer ||= window.setTimeout(fetchParts, CALM + pause(failures));
  leadOn();
  tellTimes(PAGE);
  tick();
  if (heardAt > askedAt) refreshSoon();
}

/** @param {Wire.FromTournament} message */
function hear(message) {
  switch (message.type) {
    case "changed": return knowVersion(message.version);
    case "table": return goToTable(message.url);
    case "chat": return talk.add(message);
    case "chats": return talk.recall(message.lines);
    case "hidden": return talk.hide(message.lines);
  }
}

/** @param {number} version */
function knowVersion(version) {
  if (version === Number(PAGE.dataset.version)) return;
  PAGE.dataset.version = String(version);
  refreshSoon();
}

/** @param {string} url */
function goToTable(url) {
  lead(url);
  refreshSoon();
}

function watchPoints() {
  if (!document.hidden && document.querySelector("#rounds .board.running, #rounds .board.open")) refreshSoon();
}

find("#contribution", document, HTMLInputElement).value = contribution();
tellTimes(PAGE);
tick();
new Connection(data(PAGE, "socket"), { heard: hear, stopped: (wasLetIn) => wasLetIn && location.reload() });
setInterval(tick, 1000);
setInterval(watchPoints, POINTS_EVERY);
document.addEventListener("visibilitychange", watchPoints);
