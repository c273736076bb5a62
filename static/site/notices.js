/** What the player is told while a page is open: shown for a while at its edge, and counted at the bell. */

import { listen } from "./listen.js";

const PLACE = document.getElementById("toasts");
const COUNT = document.querySelector(".bell-count");

const SHOWN_FOR = 15_000;
const MOST_AT_ONCE = 3;

/** @param {number} number of notices that are not read */
function count(number) {
  if (!COUNT) return;
  COUNT.hidden = number === 0;
  COUNT.dataset.number = String(number);
  COUNT.textContent = number > 99 ? "99+" : String(number);
}

/** @param {{text: string, url: string}} notice */
function show(notice) {
  const toast = document.createElement("div");
  toast.className = "toast";
  const link = document.createElement("a");
  link.href = notice.url;
  link.textContent = notice.text;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "toast-close";
  close.ariaLabel = PLACE.dataset.close;
  close.textContent = "×";
  close.addEventListener("click", () => toast.remove());
  toast.append(link, close);
  while (PLACE.children.length >= MOST_AT_ONCE) PLACE.firstElementChild.remove();
  PLACE.append(toast);
  removeLater(toast);
}

/** Not before it was seen, nor while somebody is about to use it. */
function removeLater(toast) {
  setTimeout(() => {
    if (document.hidden || toast.matches(":hover, :focus-within")) removeLater(toast);
    else toast.remove();
  }, SHOWN_FOR);
}

const takes = {
  unread: (message) => count(message.number),
  notice: (message) => {
    count(Number(COUNT?.dataset.number ?? 0) + 1);
    show(message);
  },
};

if (PLACE) listen(PLACE.dataset.socket, { heard: (message) => takes[message.type]?.(message) });
