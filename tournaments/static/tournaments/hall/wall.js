/** The wall page: keeps itself up to date and the screen awake, and shows one slide after the other. */

import { Connection } from "../../site/connection.js";
import { data, find, findAll } from "../../site/dom.js";
import { fetchFresh, replace } from "../../site/replace.js";
import { tick } from "../countdown.js";

const SLIDES = find("#slides");
const NEXT_EVERY = 12_000;
/** Points at tables change without news. */
const FETCH_EVERY = 10_000;
const SOON = 500;

/** The id of the slide that is shown. */
let shown = "";
let timer = 0;

/** Show the slide, or the first one if it is gone. @param {string} id */
function show(id) {
  const slides = findAll(".slide", SLIDES);
  const slide = slides.find((one) => one.id === id) ?? slides[0];
  for (const one of slides) one.hidden = one !== slide;
  shown = slide?.id ?? "";
}

function next() {
  const ids = findAll(".slide", SLIDES).map((slide) => slide.id);
  show(ids[(ids.indexOf(shown) + 1) % ids.length] ?? "");
}

async function refresh() {
  timer = 0;
  const fresh = await fetchFresh(location.pathname);
  if (!fresh) return;
  for (const id of ["wall-clock", "wall-codes"]) {
    const [old, part] = [document.getElementById(id), fresh.getElementById(id)];
    if (old && part && !old.isEqualNode(part)) replace(old, part);
  }
  const slides = fresh.getElementById("slides");
  if (slides) SLIDES.replaceChildren(...slides.children);
  show(shown);
  tick();
}

function refreshSoon() {
  timer ||= window.setTimeout(refresh, SOON + Math.random() * SOON);
}

/** Keep the screen on where the browser supports it; the lock is released whenever the page is hidden. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

show("");
tick();
stayAwake();
new Connection(data(document.body, "socket"), { heard: refreshSoon, stopped: (wasLetIn) => wasLetIn && location.reload() });
setInterval(tick, 1000);
setInterval(next, NEXT_EVERY);
setInterval(refreshSoon, FETCH_EVERY);
document.addEventListener("visibilitychange", stayAwake);
