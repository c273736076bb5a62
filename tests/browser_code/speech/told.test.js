/** What a player can have said aloud. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  countsSentence,
  lastMovesSentence,
  pointsSentence,
  scoresSentence,
} from "../../../games/static/games/speech/told.js";

/** Return the state as seen by Annegret (seat 0), opposite Berta. */
function table(changes = {}) {
  const seats = [{ seat: 0, name: "Annegret", total: 16 }, { seat: 1, name: "Berta", total: 9 }];
  return { seat: 0, seats, over: null, moves: [], public: { hands: [5, 1], stock: 12 }, ...changes };
}

test("how many tiles everybody has", () => {
  assert.equal(countsSentence(table()), "You have 5 tiles. Berta has 1 tile. 12 tiles in the stock.");
});

test("in Two-Step also what lies in front of everybody", () => {
  const cards = [{ top: "3-2", left: 4 }, { top: "6-6", left: 5 }];
  const shown = { hands: [3, 2], stock: 1, cards, discards: [[], ["4-1", "5-1"]] };
  assert.equal(
    countsSentence(table({ public: shown })),
    "You have 3 tiles. Dance card: 3-2 on top, 4 left. " +
      "Berta has 2 tiles. Dance card: 6-6 on top, 5 left. Discards: 5-1 on top, 2 in all. 1 tile in the stock.",
  );
});

test("the points of the match", () => {
  assert.equal(scoresSentence(table()), "Points in the match: Annegret 16 and Berta 9.");
});

test("the points of a deal that has ended", () => {
  const over = { reason: "out", scores: [4, 0] };
  assert.equal(
    pointsSentence(table({ over })),
    "Points in this deal: Annegret 4 and Berta 0. Points in the match: Annegret 16 and Berta 9.",
  );
  assert.equal(pointsSentence(table({ over: { ...over, reason: "void" } })), "Points in the match: Annegret 16 and Berta 9.");
});

test("the last moves, the newest at the end", () => {
  assert.equal(lastMovesSentence(table()), "Nobody has moved yet.");
  const moves = [[0, "6-3@L"], [1, "3-2@L"], [0, "draw"], [0, "pass"]];
  assert.equal(lastMovesSentence(table({ moves })), "Berta places 3-2 on the left. You draw a tile. You pass.");
});
