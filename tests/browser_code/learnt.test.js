/** What everyone has learnt about a hand, in words. */

import assert from "node:assert/strict";
import test from "node:test";

import { learntAbout, learntSentence } from "../../games/static/games/talk/learnt.js";

const FACT = { seat: 1, says: "lacks", numbers: [3, 5], doubles: [], wild: false, but: 0 };

for (const [fact, words] of [
  [FACT, "no 3 or 5"],
  [{ ...FACT, doubles: [6] }, "no 3, 5, or double 6"],
  [{ ...FACT, wild: true }, "no 3 or 5 except cardinals"],
  [{ ...FACT, but: 1 }, "no 3 or 5 (and 1 newer tile)"],
  [{ ...FACT, but: 2 }, "no 3 or 5 (and 2 newer tiles)"],
  [{ ...FACT, numbers: [0, 2, 3, 4], doubles: [1, 2, 3, 5, 6] }, "no 0, 2 to 4, double 1 to 3, double 5, or double 6"],
  [{ ...FACT, says: "holds" }, "holds 3 or 5"],
]) {
  test(`facts are put in a few words: ${words}`, () => assert.deepEqual(learntAbout({ told: [fact] }, 1), [words]));
}

test("there is nothing about other seats, nor from a server without such facts", () => {
  assert.deepEqual(learntAbout({ told: [FACT] }, 0), []);
  assert.deepEqual(learntAbout({}, 0), []);
});

test("all facts are joined into one sentence", () => {
  assert.equal(learntSentence("Berta", ["no 3", "holds 9"]), "Berta – shown so far: no 3; holds 9");
  assert.equal(learntSentence("Berta", []), "");
});
