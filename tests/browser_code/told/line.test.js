/** How a finished match is played on, in an address. */

import assert from "node:assert/strict";
import test from "node:test";

import { hashOfLine, lineIn, newSeed, takenBack } from "../../../games/static/games/whatif/line.js";

const line = { deal: 2, step: 17, seat: 1, seed: "k3x", moves: ["5-3@L", "6-1@R>6", "discard 4-2"] };

test("an address leads to the line that it was made of", () => assert.deepEqual(lineIn(hashOfLine(line)), line));

test("an address without a line is the start of the match", () => {
  assert.deepEqual(lineIn(""), { deal: 1, step: 0, seat: 0, seed: "", moves: [] });
  assert.deepEqual(lineIn("#deal=x&move=-3&seat="), { deal: 1, step: 0, seat: 0, seed: "", moves: [] });
});

test("what is taken back is the last own move, and all since", () => {
  assert.deepEqual(takenBack(line, [0, 1, 0]).moves, ["5-3@L"]);
  assert.deepEqual(takenBack(line, [0, 0, 1]).moves, ["5-3@L", "6-1@R>6"]);
  assert.deepEqual(takenBack(line, [0, 0, 0]).moves, []);
});

test("seeds are short and fit into an address", () => assert.match(newSeed(), /^[a-z0-9]{1,6}$/));
