/** What an open end needs, and why a tile cannot be played now. */

import { fill, gettext, listed } from "../../site/i18n.js";
import { mustSentence } from "./sentences.js";

/** @typedef {import("../protocol/state.js").State} State */

/** The sum of halves that touch, in the game in which they need not be equal (Kardinaldomino). */
const SEVEN = 7;

/** Return whether neighbours make seven. @param {Wire.Public} shown */
export function makesSeven(shown) {
  return shown.out !== undefined;
}

/** Return the number that has to touch an end, or null if only a cardinal fits. @param {Wire.Public} shown @param {number} pips */
export function neededAt(shown, pips) {
  if (!makesSeven(shown)) return pips;
  return pips === 0 ? null : SEVEN - pips;
}

/** Return whether a tile is a cardinal, which fits anywhere (KD7). @param {Wire.Public} shown @param {string} tile */
export function isCardinal(shown, tile) {
  const [high, low] = tile.split("-").map(Number);
  return makesSeven(shown) && (high + low === SEVEN || high + low === 0);
}

/** Say why a tile in hand cannot be placed. @param {State} state @param {string} tile */
export function whyNot({ public: shown, ends, mine }, tile) {
  const halves = new Set(tile.split("-").map(Number));
  const numbers = [...new Set(ends.map(({ pips }) => pips))];
  const fits = numbers.some((pips) => halves.has(neededAt(shown, pips) ?? -1));
  if (fits && mine?.drawn) return fill(gettext("You have drawn %(drawn)s: now only that tile may be placed."), { drawn: mine.drawn });
  if (fits || numbers.length === 0) return fill(gettext("%(tile)s cannot be placed now."), { tile });
  if (makesSeven(shown)) return sevenSentence(shown, tile, numbers);
  if (shown.must) return fill(gettext("%(tile)s has no %(pips)s: %(task)s."), { tile, pips: numbers[0], task: mustSentence(shown.must) });
  const sentence = numbers.length === 1 ? gettext("%(tile)s fits nowhere: it has no %(ends)s.") : gettext("%(tile)s fits nowhere: the open ends are %(ends)s.");
  return fill(sentence, { tile, ends: listed(numbers.map(String)) });
}

/** @param {Wire.Public} shown @param {string} tile @param {number[]} numbers */
function sevenSentence(shown, tile, numbers) {
  const needs = numbers.flatMap((pips) => {
    const needed = neededAt(shown, pips);
    return needed === null ? [] : [fill(gettext("a %(pips)s needs a %(needed)s beside it"), { pips, needed })];
  });
  if (needs.length === 0) return fill(gettext("%(tile)s fits nowhere: beside a blank only a cardinal fits."), { tile });
  return fill(gettext("%(tile)s fits nowhere: %(needs)s, or a cardinal."), { tile, needs: listed(needs) });
}
