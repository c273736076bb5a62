/** The changing parts of the page, fetched again: each is replaced only if the server says something else than before. */

import { data, findAll } from "../site/dom.js";
import { fetchFresh, replace } from "../site/replace.js";

/** @type {Map<string, string>} What the server said last, by the id of the part. */
const said = new Map();

/** Quick enough for a page that is looked at; a lost answer is asked for again with the next news. @param {HTMLElement} page */
export async function refresh(page) {
  const known = findAll("[data-digest]", page).map((part) => part.dataset.digest).join(",");
  const fresh = await fetchFresh(data(page, "live"), { "X-Known": known });
  if (!fresh) return;
  for (const part of [...fresh.body.children]) {
    if (part.id) show(/** @type {HTMLElement} */ (part));
  }
}

/** The server leaves out what is inside of a part that the page has already. @param {HTMLElement} part */
function show(part) {
  if ("known" in part.dataset) return;
  const old = document.getElementById(part.id);
  const text = part.outerHTML;
  if (!old || said.get(part.id) === text) return;
  said.set(part.id, text);
  replace(old, part);
}
