/** The bar on every page: says where a tournament needs the player, and leads there from pages on which nothing is left
 *  to do (those of the tournament, results, and tables where nothing is left to play). */

import { data } from "../site/dom.js";
import { fetchFresh, replace } from "../site/replace.js";
import { tick } from "./countdown.js";
import { leadOn, led } from "./lead.js";

/** Milliseconds over which requests after the same news are spread. */
const CALM = 1000;
/** There is no news when other tables finish, so the bar polls. */
const ASK_EVERY = 15_000;

let timer = 0;
/** Whether the last request got no answer. There may be no further news, so the page retries until it gets one. */
let isOwed = false;
/** The bar as it was fetched last, before its countdown ran: `null` until then. @type {Node | null} */
let said = null;

const place = () => /** @type {HTMLElement | null} */ (document.getElementById("bar"));

function askSoon() {
  timer ||= window.setTimeout(ask, Math.random() * CALM);
}

async function ask() {
  timer = 0;
  const shown = place();
  if (!shown) return leadOn();
  const fresh = await fetchFresh(`${data(shown, "bar")}?at=${encodeURIComponent(location.pathname)}`);
  isOwed = !fresh;
  const part = fresh?.getElementById("bar");
  if (part && !part.isEqualNode(said)) {
    said = part.cloneNode(true);
    replace(shown, part);
    tick();
  }
  leadOn();
}

function askWhileWaiting() {
  const shown = place();
  const waits = isOwed || (shown?.firstElementChild && !shown.querySelector("[data-lead]"));
  if (!document.hidden && waits) askSoon();
}

if (document.getElementById("table")) led(location.pathname);
document.addEventListener("expected", askSoon);
document.addEventListener("visibilitychange", askWhileWaiting);
setInterval(askWhileWaiting, ASK_EVERY);
setInterval(tick, 1000);
tick();
leadOn();
