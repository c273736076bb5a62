/** Why a tile cannot be played, and what the ends need. */

import assert from "node:assert/strict";
import test from "node:test";

import { isCardinal, neededAt, whyNot } from "../../../games/static/games/talk/refusals.js";

/** Return a state with these open ends. */
function open(numbers, shown = {}, mine = {}) {
  return { public: shown, ends: numbers.map((pips) => ({ pips, spots: [] })), mine };
}

const SEVEN = { out: [] };
const FOOT = { must: { kind: "foot", tile: "5-5", left: 2 } };

for (const [state, tile, sentence] of [
  [open([6, 3]), "5-4", "5-4 fits nowhere: the open ends are 6 and 3."],
  [open([6, 6]), "5-4", "5-4 fits nowhere: it has no 6."],
  [open([5], FOOT), "6-2", "6-2 has no 5: two toes to go on 5-5."],
  [open([6, 3], {}, { drawn: "6-1" }), "6-2", "You have drawn 6-1: now only that tile may be placed."],
  [open([6, 3]), "6-2", "6-2 cannot be placed now."],
  [open([3, 5], SEVEN), "6-6", "6-6 fits nowhere: a 3 needs a 4 beside it and a 5 needs a 2 beside it, or a cardinal."],
  [open([0, 5], SEVEN), "6-6", "6-6 fits nowhere: a 5 needs a 2 beside it, or a cardinal."],
  [open([0, 0], SEVEN), "6-6", "6-6 fits nowhere: beside a blank only a cardinal fits."],
  [open([3, 3], SEVEN), "3-3", "3-3 fits nowhere: a 3 needs a 4 beside it, or a cardinal."],
]) {
  test(sentence, () => assert.equal(whyNot(state, tile), sentence));
}

test("an end needs its own number, or what makes seven", () => {
  assert.deepEqual([0, 3, 6].map((pips) => neededAt({}, pips)), [0, 3, 6]);
  assert.deepEqual([0, 3, 6].map((pips) => neededAt(SEVEN, pips)), [null, 4, 1]);
});

test("only Kardinaldomino has cardinals", () => {
  const tiles = ["6-1", "5-2", "4-3", "0-0", "6-6", "3-3"];
  assert.deepEqual(tiles.map((tile) => isCardinal(SEVEN, tile)), [true, true, true, true, false, false]);
  assert.ok(tiles.every((tile) => !isCardinal({}, tile)));
});
