/** The data for checking the shuffles: anchor, contributions, and the links revealed so far. */

import { html } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { sentenceOf } from "../fair/witness.js";
import { nameOf } from "../talk/names.js";

/** @param {HTMLElement} list @param {import("../protocol/state.js").State} state */
export function showFair(list, state) {
  if (!state.fair) return;
  const { anchor, contributions } = state.fair;
  list.replaceChildren(
    ...entry(gettext("Anchor"), anchor),
    ...contributions.flatMap((bytes, seat) => entry(nameOf(state, seat), bytes)),
    ...state.deals.flatMap(({ number, link }) => (link ? entry(fill(gettext("Link of deal %(number)s"), { number }), link) : [])));
}

/** @param {HTMLElement} verdict @param {import("../fair/witness.js").Fault[]} found the discrepancies */
export function showVerdict(verdict, found) {
  const good = gettext("Your browser has checked it: anchor, bytes and links are those that it was shown at first.");
  verdict.replaceChildren(...(found.length ? found.map(sentenceOf) : [good]).map((sentence) => html("p", {}, sentence)));
  verdict.classList.toggle("bad", found.length > 0);
  verdict.classList.toggle("good", found.length === 0);
  verdict.hidden = false;
}

/** @param {string} name @param {string} hex */
function entry(name, hex) {
  return [html("dt", {}, name), html("dd", {}, html("code", {}, hex))];
}
