/** A hint in words: which move, and why. */

import { fill, gettext } from "../../site/i18n.js";
import { readMove } from "../protocol/notation.js";
import { moveWords } from "./moves.js";

/** Return "Hint: 9-5 on 5-5. It opens a 9, and a tile in hand fits there." @param {Wire.Hint | null} hint */
export function adviceSentence(hint) {
  return hint ? fill(gettext("Hint: %(move)s. %(reason)s"), { move: inWords(hint.move), reason: hint.reason }) : "";
}

/** @param {string} text */
function inWords(text) {
  const move = readMove(text);
  const words = WITHOUT_PLACE[move.kind]?.() ?? `${move.tile} ${moveWords(move)}`;
  return fill(words, { tile: move.tile ?? "" });
}

/** @type {Record<string, () => string>} */
const WITHOUT_PLACE = {
  draw: () => gettext("draw"),
  pass: () => gettext("pass"),
  end: () => gettext("end the turn"),
  discard: () => gettext("discard %(tile)s"),
};
