/** What anyone needs to check that nobody chose the tiles: anchor, contributions, and the links revealed so far. */

import { html } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { nameOf } from "../talk/sentences.js";

/** @param {HTMLElement} list @param {import("../protocol/state.js").State} state */
export function showFair(list, state) {
  if (!state.fair) return;
  const { anchor, contributions } = state.fair;
  list.replaceChildren(
    ...entry(gettext("Anchor"), anchor),
    ...contributions.flatMap((bytes, seat) => entry(nameOf(state, seat), bytes)),
    ...state.deals.filter(({ link }) => link).flatMap(({ number, link }) => entry(fill(gettext("Link of deal %(number)s"), { number }), link)));
}

/** @param {string} name @param {string} hex */
function entry(name, hex) {
  return [html("dt", {}, name), html("dd", {}, html("code", {}, hex))];
}
