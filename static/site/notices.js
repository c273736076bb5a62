/** Notices that arrive while a page is open: shown as toasts, and counted at the bell. */

import { Connection } from "./connection.js";
import { data, html } from "./dom.js";

const PLACE = document.getElementById("toasts");
const COUNT = /** @type {HTMLElement | null} */ (document.querySelector(".bell-count"));

const SHOWN_FOR = 15_000;
const MOST_AT_ONCE = 3;

let wasConnected = false;

/** @param {number} number of unread notices */
function count(number) {
  if (!COUNT) return;
  COUNT.hidden = number === 0;
  COUNT.dataset.number = String(number);
  COUNT.textContent = number > 99 ? "99+" : String(number);
}

/** @param {HTMLElement} place @param {Wire.NewNotice} notice */
function show(place, { text, url }) {
  const close = html("button", { type: "button", class: "toast-close", "aria-label": data(place, "close") }, "×");
  const toast = html("div", { class: "toast" }, html("a", { href: url }, text), close);
  close.addEventListener("click", () => toast.remove());
  while (place.children.length >= MOST_AT_ONCE) place.firstElementChild?.remove();
  place.append(toast);
  removeLater(toast);
}

/** Remove a toast once it has been seen and nobody is about to use it. @param {HTMLElement} toast */
function removeLater(toast) {
  setTimeout(() => {
    if (document.hidden || toast.matches(":hover, :focus-within")) removeLater(toast);
    else toast.remove();
  }, SHOWN_FOR);
}

/** Fetch where the player is needed, when told to and whenever such a message may have been missed. */
function lookWhereExpected() {
  document.dispatchEvent(new Event("expected"));
}

/** @param {HTMLElement} place @param {Wire.ToPlayer} message */
function hear(place, message) {
  if (message.type === "expected" || message.type === "notice" || wasConnected) lookWhereExpected();
  if (message.type === "unread") count(message.number);
  wasConnected = true;
  if (message.type !== "notice") return;
  count(Number(COUNT?.dataset.number ?? 0) + 1);
  show(place, message);
}

if (PLACE) new Connection(data(PLACE, "socket"), { heard: (/** @type {Wire.ToPlayer} */ message) => hear(PLACE, message) });
