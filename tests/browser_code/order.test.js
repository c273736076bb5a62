/** The player's own order of the hand. */

import assert from "node:assert/strict";
import test from "node:test";

import { preferred, sorted } from "../../games/static/games/hand/order.js";

test("a hand stays sorted, and new tiles come last", () => {
  assert.deepEqual(sorted(["1-0", "2-0", "5-5"], ["5-5", "9-9", "1-0"]), ["5-5", "1-0", "2-0"]);
});

test("a hand is sorted by the player's preference", () => {
  const hand = ["5-5", "9-0", "6-5", "9-4"];
  assert.deepEqual(preferred(hand, "dealt"), hand);
  assert.deepEqual(preferred(hand, "high"), ["9-4", "9-0", "6-5", "5-5"]);
  assert.deepEqual(preferred(hand, "heavy"), ["9-4", "6-5", "5-5", "9-0"]);
});
