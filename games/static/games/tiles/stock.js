/** The stock: a pile of backs with their number, which can be tapped when drawing is possible. */

import { find } from "../../site/dom.js";
import { fill, gettext, ngettext } from "../../site/i18n.js";
import { backImage } from "./tile.js";

const HIGHEST = 4;

/** @param {HTMLElement} root @param {number} count @param {boolean} drawable */
export function showStock(root, count, drawable) {
  const pile = find(".stock-pile", root, HTMLButtonElement);
  const label = fill(ngettext("Stock: %(count)s tile", "Stock: %(count)s tiles", count), { count });
  find(".stock-backs", pile).replaceChildren(...Array.from({ length: Math.min(count, HIGHEST) }, () => backImage()));
  find(".stock-count", pile).textContent = String(count);
  pile.title = label;
  pile.setAttribute("aria-label", drawable ? `${label}. ${gettext("Draw")}` : label);
  pile.disabled = !drawable;
  pile.classList.toggle("empty-pile", count === 0);
}
