/** Moves in a few words, beside their tile. */

import { fill, gettext } from "../../site/i18n.js";

/** @typedef {import("../protocol/notation.js").Move} Move */

/** Return where the tile went, such as "on 9-5", or what was done without a tile. @param {Move} move */
export function moveWords(move) {
  if (move.kind !== "place") return WITHOUT_PLACE[move.kind]?.() ?? move.text;
  const where = ENDS[move.place]?.() ?? fill(gettext("on %(place)s"), { place: move.place });
  return move.facing === null ? where : fill(gettext("%(where)s, %(half)s facing out"), { where, half: move.facing });
}

/** @type {Record<string, () => string>} */
const ENDS = { L: () => gettext("on the left"), R: () => gettext("on the right") };

/** @type {Record<string, () => string>} */
const WITHOUT_PLACE = {
  draw: () => gettext("draws"),
  pass: () => gettext("passes"),
  end: () => gettext("ends the turn"),
  discard: () => gettext("is discarded"),
};
