/** Updates parts of an open page; unchanged parts, and parts that the reader is using, are left alone. */

import { blankTokens } from "./csrf.js";
import { findAll } from "./dom.js";

/** Fetch a page; return null if the server is unreachable or redirects elsewhere.
 *  @param {string} address @param {HeadersInit} headers @param {RequestCredentials} credentials "omit": without cookies */
export async function fetchFresh(address, headers = {}, credentials = "same-origin") {
  const response = await fetch(address, { headers, credentials }).catch(() => null);
  if (!response?.ok || response.redirected) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  blankTokens(page);
  return page;
}

/** Replace every section of the page that has changed on the server.
 *  @param {ParentNode} fresh the page from the server
 *  @param {(shown: Element) => boolean} isInUse protects a section for now */
export function bringUpToDate(fresh, isInUse = () => false) {
  for (const section of fresh.querySelectorAll("section[id]")) {
    const shown = document.getElementById(section.id);
    if (shown && !shown.isEqualNode(section) && !isInUse(shown)) replace(shown, section);
  }
}

/** Replace a section, keeping the focus, open details and the scroll position of wide tables.
 *  @param {Element} shown @param {Element} fresh */
export function replace(shown, fresh) {
  const focused = shown.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = [...shown.querySelectorAll(".table-scroll")].map((node) => node.scrollLeft);
  const unfolded = [...shown.querySelectorAll("details[open][id]")];
  const part = document.adoptNode(fresh);
  for (const details of unfolded) keepOpen(details, part);
  shown.replaceWith(part);
  part.querySelectorAll(".table-scroll").forEach((node, index) => { node.scrollLeft = scrolled[index] ?? 0; });
  globalThis.htmx?.process(part);
  if (focused) focusAgain(focused, part);
}

/** Keep details open: content fetched for them is moved over; otherwise, or with `data-anew`, they are reopened.
 *  @param {Element} details @param {Element} part */
function keepOpen(details, part) {
  const fresh = part.querySelector(`details#${CSS.escape(details.id)}`);
  if (!(fresh instanceof HTMLDetailsElement)) return;
  if (details.hasAttribute("hx-get") && !details.hasAttribute("data-anew")) fresh.replaceWith(details);
  else fresh.open = true;
}

/** Focus the element with the same name, the same target or the same text. @param {Element} focused @param {Element} part */
function focusAgain(focused, part) {
  const others = findAll("a, button, summary", part);
  const same =
    (focused.id && document.getElementById(focused.id)) ||
    others.find((one) => leadsTo(one) !== null && leadsTo(one) === leadsTo(focused)) ||
    others.find((one) => one.textContent === focused.textContent);
  (same || document.getElementById("main"))?.focus({ preventScroll: true });
}

/** @param {Element} node */
function leadsTo(node) {
  return node instanceof HTMLAnchorElement && node.href ? node.href : null;
}
