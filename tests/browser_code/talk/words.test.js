/** What lies in front of a seat in Two-Step, in words. */

import assert from "node:assert/strict";
import test from "node:test";

import { cardSentence, pileSentence } from "../../../games/static/games/talk/words.js";

test("a dance card and a pile name their top and count", () => {
  assert.equal(cardSentence({ top: "3-2", left: 4 }), "Dance card: 3-2 on top, 4 left");
  assert.equal(pileSentence(["4-1", "5-1"]), "Discards: 5-1 on top, 2 in all");
});

test("where nothing lies, no tile is named", () => {
  assert.equal(cardSentence({ top: null, left: 0 }), "Dance card: empty");
  assert.equal(pileSentence([]), "Discards: none");
});
