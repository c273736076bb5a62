/** The bar on every page of the site: says where a tournament expects the player, and leads there from pages that are
 *  done: of the tournament, a result, a table where nothing is left to be played. */

import { data } from "../site/dom.js";
import { fetchFresh, replace } from "../site/replace.js";
import { tick } from "./countdown.js";
import { lead, led } from "./lead.js";

/** A crowd that hears of the same thing does not ask all at once. */
const CALM = 1000;
/** Who else is still playing changes without a word. */
const ASK_EVERY = 15_000;

let timer = 0;
let said = "";

const place = () => /** @type {HTMLElement | null} */ (document.getElementById("bar"));

function askSoon() {
  timer ||= window.setTimeout(ask, Math.random() * CALM);
}

async function ask() {
  timer = 0;
  const shown = place();
  if (!shown) return leadOn();
  const fresh = await fetchFresh(`${data(shown, "live")}?at=${encodeURIComponent(location.pathname)}`);
  const part = fresh?.getElementById("bar");
  if (part && part.innerHTML !== said) {
    said = part.innerHTML;
    replace(shown, part);
    tick();
  }
  leadOn();
}

/** To the table that is ready, if the page is done. */
export function leadOn() {
  const ready = /** @type {HTMLElement | null} */ (document.querySelector("[data-lead]"));
  if (ready && document.querySelector("[data-leads]")) lead(data(ready, "lead"));
}

function askWhileWaiting() {
  const shown = place();
  if (!document.hidden && shown?.firstElementChild && !shown.querySelector("[data-lead]")) askSoon();
}

if (document.getElementById("table")) led(location.pathname);
document.addEventListener("expected", askSoon);
document.addEventListener("visibilitychange", askWhileWaiting);
setInterval(askWhileWaiting, ASK_EVERY);
setInterval(tick, 1000);
tick();
leadOn();
