/** Hints in words. */

import assert from "node:assert/strict";
import test from "node:test";

import { adviceSentence } from "../../../games/static/games/talk/advice.js";

for (const [move, words] of [
  ["9-5@5-5", "9-5 on 5-5"],
  ["6-3@L", "6-3 on the left"],
  ["6-1@R>6", "6-1 on the right, 6 facing out"],
  ["draw", "draw"],
  ["pass", "pass"],
  ["end", "end the turn"],
  ["discard 5-3", "discard 5-3"],
]) {
  const hint = { type: "hint", deal: 1, ply: 3, move, reason: "It is your only move." };
  test(`a hint to play ${move}`, () => assert.equal(adviceSentence(hint), `Hint: ${words}. It is your only move.`));
}

test("without a hint there is no sentence", () => assert.equal(adviceSentence(null), ""));
