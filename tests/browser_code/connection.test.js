/** How long a lost connection waits before reconnecting. */

import assert from "node:assert/strict";
import test from "node:test";

import { pause } from "../../static/site/connection.js";

test("pauses grow and have an end", () => {
  const pauses = Array.from({ length: 11 }, (_, index) => pause(index + 1, 1));
  assert.deepEqual(pauses, pauses.toSorted((one, other) => one - other));
  assert.ok(pauses[0] <= 1000);
  assert.ok(pauses.at(-1) <= 15_000);
});

test("pauses differ, so that a crowd does not knock at once", () => assert.ok(pause(4, 0) < pause(4, 1)));
