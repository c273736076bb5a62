/** Moves in a few words, beside their tile. */

import assert from "node:assert/strict";
import test from "node:test";

import { readMove } from "../../../games/static/games/protocol/notation.js";
import { moveWords } from "../../../games/static/games/talk/moves.js";

for (const [move, words] of [
  ["9-5@5-5", "on 5-5"],
  ["6-3@L", "on the left"],
  ["6-1@R>6", "on the right, 6 facing out"],
  ["draw", "draws"],
  ["pass", "passes"],
  ["end", "ends the turn"],
  ["discard 5-3", "is discarded"],
  ["dance", "dance"],
]) {
  test(`${move}: ${words}`, () => assert.equal(moveWords(readMove(move)), words));
}
