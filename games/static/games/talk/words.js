/** What lies on the table in words, for screen readers. */

import { html } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { learntAbout, learntSentence } from "./learnt.js";
import { endsSentence } from "./sentences.js";

/** Update the description. @param {HTMLElement} root @param {import("../protocol/state.js").State} state */
export function describe(root, state) {
  root.replaceChildren(
    html("p", {}, endsSentence(state)),
    html("ol", {}, ...state.layout.map((laid) => html("li", {}, laidSentence(laid)))),
    ...state.seats.map(({ seat, name }) => html("p", {}, learntSentence(name, learntAbout(state.public, seat)))));
}

/** Return "8-5 on 8-8, 5 outward". @param {Wire.Laid} laid */
function laidSentence({ tile, place, out }) {
  return fill(PLACES[place]?.() ?? gettext("%(tile)s on %(place)s, %(out)s outward"), { tile, place, out });
}

/** @type {Record<string, () => string>} */
const PLACES = {
  "": () => gettext("%(tile)s lies in the middle"),
  L: () => gettext("%(tile)s at the left, %(out)s outward"),
  R: () => gettext("%(tile)s at the right, %(out)s outward"),
};

/** Return "Dance card: 3-2 on top, 4 left". @param {Wire.Card} card */
export function cardSentence({ top, left }) {
  return left === 0 ? gettext("Dance card: empty") : fill(gettext("Dance card: %(top)s on top, %(count)s left"), { top: top ?? "–", count: left });
}

/** Return "Discards: 5-1 on top, 2 in all". @param {string[]} pile */
export function pileSentence(pile) {
  const count = pile.length;
  return count === 0 ? gettext("Discards: none") : fill(gettext("Discards: %(top)s on top, %(count)s in all"), { top: pile[count - 1], count });
}
