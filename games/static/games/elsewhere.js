/** Tells players on other pages about their match: whether it is their turn, and how to get back to the table.
 *
 *  Only browsers that have shown a table on which the match goes on ask for it, and only until it is over. */

import { data } from "../site/dom.js";
import { fetchFresh, replace } from "../site/replace.js";
import { forget, recall, remember } from "../site/storage.js";
import { tick } from "../tournaments/countdown.js";
import { Attention } from "./controls/attention.js";

/** Milliseconds between two requests: nobody is told on other pages that a turn begins, so they poll. */
const ASK_EVERY = 4000;
/** The storage key for the path of the last table at which the reader had a seat. */
const AT = "at-table";
const GOES_ON = new Set(["open", "running"]);

/** The bar as it was fetched last, before its countdown ran. @type {Node | null} */
let said = null;
/** @type {Attention | null} */
let attention = null;
let isAsking = false;

/** Return whether this page shows a table at which the reader plays or is about to play. */
function isAtTable() {
  const table = document.getElementById("table");
  return Boolean(table?.dataset.seat && GOES_ON.has(table.dataset.status ?? ""));
}

/** @param {HTMLElement} place */
async function look(place) {
  if (isAsking || !recall(AT) || recall(AT) === location.pathname) return;
  isAsking = true;
  const fresh = await fetchFresh(data(place, "elsewhere"));
  isAsking = false;
  const part = fresh?.getElementById("elsewhere");
  if (!part) return;
  if (!part.firstElementChild) forget(AT);
  show(place, part);
}

/** @param {HTMLElement} place @param {HTMLElement} part */
function show(place, part) {
  const isUrgent = Boolean(part.querySelector(".urgent"));
  if (!isUrgent && document.querySelector(".lobby")) part.replaceChildren(); // the lobby lists the reader's tables itself
  if (!part.isEqualNode(said ?? place)) {
    said = part.cloneNode(true);
    replace(place, part);
    tick();
  }
  if (!document.getElementById("table")) call(part, isUrgent);
}

/** @param {HTMLElement} part @param {boolean} isUrgent */
function call(part, isUrgent) {
  attention ??= new Attention(data(part, "turnIcon"));
  attention.set(isUrgent);
}

function lookAround() {
  const place = document.getElementById("elsewhere");
  if (place) void look(place);
}

if (isAtTable()) remember(AT, location.pathname);
else lookAround();
setInterval(lookAround, ASK_EVERY);
