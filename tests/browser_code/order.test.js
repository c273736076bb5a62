/** The player's own order of the hand. */

import assert from "node:assert/strict";
import test from "node:test";

import { sorted } from "../../games/static/games/hand/order.js";

test("a hand stays sorted, and new tiles come last", () => {
  assert.deepEqual(sorted(["1-0", "2-0", "5-5"], ["5-5", "9-9", "1-0"]), ["5-5", "1-0", "2-0"]);
});
