/** Parts of an open page that are brought up to date: what has not changed is left alone, and nothing is taken out of
 *  the reader's hands. */

import { findAll } from "./dom.js";

/** What the server says now; null if it is away, or leads elsewhere. @param {string} address @param {HeadersInit} headers */
export async function fetchFresh(address, headers = {}) {
  const response = await fetch(address, { headers }).catch(() => null);
  if (!response?.ok || response.redirected) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Every section of the page that the server shows otherwise now.
 *  @param {ParentNode} fresh what the server says
 *  @param {(shown: Element) => boolean} isInUse keeps a section as it is for now */
export function bringUpToDate(fresh, isInUse = () => false) {
  for (const section of fresh.querySelectorAll("section[id]")) {
    const shown = document.getElementById(section.id);
    if (shown && !shown.isEqualNode(section) && !isInUse(shown)) replace(shown, section);
  }
}

/** Whoever stands on a link or button stays there, what is unfolded stays so, and so does where a wide table is
 *  scrolled to. @param {Element} shown @param {Element} fresh */
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

/** What was fetched for it is taken along; what came with the page, or ages (`data-anew`), is opened again.
 *  @param {Element} details @param {Element} part */
function keepOpen(details, part) {
  const fresh = part.querySelector(`details#${CSS.escape(details.id)}`);
  if (!(fresh instanceof HTMLDetailsElement)) return;
  if (details.hasAttribute("hx-get") && !details.hasAttribute("data-anew")) fresh.replaceWith(details);
  else fresh.open = true;
}

/** On what has the same name, leads to the same place, or says the same. @param {Element} focused @param {Element} part */
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
