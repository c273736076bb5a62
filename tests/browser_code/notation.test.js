/** Parsing moves, and drawing tiles. */

import assert from "node:assert/strict";
import test from "node:test";

import { readMove, tidy } from "../../games/static/games/protocol/notation.js";
import { pipCentres, pipSize } from "../../games/static/games/tiles/pips.js";

/** The numbers of the largest set. */
const NUMBERS = Array.from({ length: 19 }, (_, number) => number);

for (const [text, kind, tile, place, facing] of [
  ["9-5@9-9", "place", "9-5", "9-9", null],
  ["12-3@L", "place", "12-3", "L", null],
  ["6-1@R>6", "place", "6-1", "R", "6"],
  ["discard 5-3", "discard", "5-3", "", null],
  ["draw", "draw", null, "", null],
  ["end", "end", null, "", null],
]) {
  test(`"${text}" is read for its shape`, () => {
    assert.deepEqual(readMove(text), { text, kind, tile, place, facing });
  });
}

for (const [typed, move] of [
  [" 3-5@5-9 ", "5-3@9-5"],
  ["6-1 @ l > 6", "6-1@L>6"],
  ["DRAW", "draw"],
  ["Discard  3-5", "discard 5-3"],
]) {
  test(`"${typed}" is tidied`, () => assert.equal(tidy(typed), move));
}

for (const count of NUMBERS) {
  test(`${count} has its pips, none touching and none over the edge`, () => {
    const centres = pipCentres(count);
    const size = pipSize(count);
    assert.equal(centres.length, count);
    assert.ok(centres.flat().every((along) => Math.abs(along) + size / 2 < 0.47));
    for (const [index, one] of centres.entries()) {
      for (const other of centres.slice(0, index)) assert.ok(Math.hypot(one[0] - other[0], one[1] - other[1]) > size);
    }
  });

  test(`${count} looks the same upside down`, () => {
    const place = ([x, y]) => `${(x + 0).toFixed(6)} ${(y + 0).toFixed(6)}`.replaceAll("-0.000000", "0.000000");
    const centres = pipCentres(count);
    assert.deepEqual(new Set(centres.map(([x, y]) => place([-x, -y]))), new Set(centres.map(place)));
  });
}
