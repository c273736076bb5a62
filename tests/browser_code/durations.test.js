/** Formatting durations. */

import assert from "node:assert/strict";
import test from "node:test";

import { calmly, exactly, inOneUnit } from "../../static/site/durations.js";

const MINUTE = 60, HOUR = 3600, DAY = 86_400;

for (const [say, seconds, words] of [
  [exactly, 0, "0:00"],
  [exactly, -9, "0:00"],
  [exactly, 5, "0:05"],
  [exactly, 65, "1:05"],
  [exactly, HOUR - 1, "59:59"],
  [exactly, 3 * HOUR + 62, "3 h 1 min"],
  [exactly, 50 * HOUR, "2 d 2 h"],
  [calmly, 5, "0:10"],
  [calmly, MINUTE, "1:00"],
  [calmly, 65, "2 min"],
  [calmly, 3 * HOUR + 62, "3 h 1 min"],
  [inOneUnit, 0.5, "0 s"],
  [inOneUnit, 2 * MINUTE - 1, "119 s"],
  [inOneUnit, 2 * MINUTE, "2 min"],
  [inOneUnit, 2 * HOUR - 1, "119 min"],
  [inOneUnit, 2 * HOUR, "2 h"],
  [inOneUnit, 2 * DAY - 1, "47 h"],
  [inOneUnit, 2 * DAY, "2 d"],
]) {
  test(`${seconds} seconds told ${say.name} are "${words}"`, () => assert.equal(say(seconds), words));
}
