/** Lines of a finished match that is played on, in URLs. */

import assert from "node:assert/strict";
import test from "node:test";

import { hashOfLine, lineIn, newSeed, takenBack } from "../../../games/static/games/whatif/line.js";

const line = { deal: 2, step: 17, seat: 1, seed: "k3x", moves: ["5-3@L", "6-1@R>6", "discard 4-2"] };

test("a URL leads to the line from which it was made", () => assert.deepEqual(lineIn(hashOfLine(line)), line));

test("a URL without a line means the start of the match", () => {
  assert.deepEqual(lineIn(""), { deal: 1, step: 0, seat: 0, seed: "", moves: [] });
  assert.deepEqual(lineIn("#deal=x&move=-3&seat="), { deal: 1, step: 0, seat: 0, seed: "", moves: [] });
});

test("taking back removes the last own move and everything after it", () => {
  assert.deepEqual(takenBack(line, [0, 1, 0]).moves, ["5-3@L"]);
  assert.deepEqual(takenBack(line, [0, 0, 1]).moves, ["5-3@L", "6-1@R>6"]);
  assert.deepEqual(takenBack(line, [0, 0, 0]).moves, []);
});

test("seeds are short and fit into a URL", () => assert.match(newSeed(), /^[a-z0-9]{1,6}$/));
