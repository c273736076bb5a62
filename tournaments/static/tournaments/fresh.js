/** Updating the changing parts of the page: each is only replaced if the server's HTML has changed. */

import { data, findAll } from "../site/dom.js";
import { fetchFresh, replace } from "../site/replace.js";

/** @type {Map<string, string>} The last HTML from the server, by the id of the part. */
const said = new Map();

/** Fetch the parts; return whether the server answered. @param {HTMLElement} page */
export async function refresh(page) {
  const known = findAll("[data-digest]", page).map((part) => part.dataset.digest).join(",");
  const fresh = await fetchFresh(data(page, "live"), { "X-Known": known });
  if (!fresh) return false;
  for (const part of [...fresh.body.children]) {
    if (part.id) show(/** @type {HTMLElement} */ (part));
  }
  return true;
}

/** Show a part; the server omits the content of parts that the page has already. @param {HTMLElement} part */
function show(part) {
  if ("known" in part.dataset) return;
  const old = document.getElementById(part.id);
  const text = part.outerHTML;
  if (!old || said.get(part.id) === text) return;
  said.set(part.id, text);
  replace(old, part);
}
