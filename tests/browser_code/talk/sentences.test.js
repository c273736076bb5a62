/** The sentences of the status line. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  drawnSentence,
  endsSentence,
  moveSentence,
  newsSentence,
  resultSentence,
  turnSentence,
} from "../../../games/static/games/talk/sentences.js";

/** Return the state as seen by Annegret (seat 0), opposite Berta. */
function table(turn, moves = [], must = null) {
  return {
    seat: 0,
    status: "running",
    result: null,
    over: null,
    seats: [{ name: "Annegret" }, { name: "Berta" }],
    public: { turn, must, hands: [3, 0] },
    mine: { legal: moves.map((move) => ({ move, spot: null })) },
    ends: [],
  };
}

const FOOT = { kind: "foot", tile: "5-5", left: 2 };
const ARMS = { kind: "arms", tile: "9-9", left: 1 };

for (const [state, sentence] of [
  [table(0, ["5-3@5-5"], FOOT), "Your turn: two toes to go on 5-5"],
  [table(0, ["draw"], FOOT), "Your turn: two toes to go on 5-5; you can draw"],
  [table(0, ["9-5@9-9"], ARMS), "Your turn: one arm to go on 9-9"],
  [table(0, ["9-5@9-9"]), "Your turn: place a tile"],
  [table(0, ["draw", "pass"]), "Your turn: you can draw or pass"],
  [table(0, ["6-1@L>6", "draw", "pass"]), "Your turn: you can place a tile, draw, or pass"],
  [table(0, ["6-1@L", "discard 6-1"]), "Your turn: you can place a tile or discard to end the turn"],
  [table(0), "Your turn"],
  [table(1), "Berta’s turn"],
  [table(1, [], FOOT), "Berta’s turn: two toes to go on 5-5"],
  [{ ...table(null), over: { reason: "out", scores: [0, 4] } }, "You go out!"],
]) {
  test(`whose turn it is, and what can be done: ${sentence}`, () => assert.equal(turnSentence(state), sentence));
}

const drew = (seat, count = 1) => ({ kind: "drew", seat, count });

for (const [events, sentence] of [
  [[drew(1)], "Berta draws."],
  [[drew(1, 3)], "Berta draws 3 tiles."],
  [[drew(0)], "You draw a tile."],
  [[{ kind: "placed", seat: 0, tile: "6-1", place: "L" }], "You place 6-1 on the left."],
  [[{ kind: "placed", seat: 1, tile: "6-1", place: "R" }], "Berta places 6-1 on the right."],
  [[{ kind: "placed", seat: 1, tile: "9-1", place: "9-9" }], "Berta places 9-1 on 9-9."],
  [
    [{ kind: "placed", seat: 1, tile: "5-5", place: "9-5" }, { kind: "foot", seat: 1, tile: "5-5" }],
    "Berta makes a chicken foot: 5-5!",
  ],
  [[drew(0), drew(1), drew(0), drew(1), { kind: "opened", seat: 1, tile: "9-9" }], "Nobody had 9-9, so everyone drew until it came up. Berta opens with 9-9."],
  [[{ kind: "foot-done", tile: "5-5" }, { kind: "something-new" }], ""],
]) {
  test(`news: ${sentence}`, () => assert.equal(newsSentence(table(0), events), sentence));
}

test("tiles that the reader draws are named", () => {
  assert.equal(drawnSentence(["5-2"]), "You draw 5-2.");
  assert.equal(drawnSentence(["5-2", "3-1"]), "You draw 5-2 and 3-1.");
});

for (const [played, sentence] of [
  [[1, "6-1@L>6"], "Berta places 6-1 on the left."],
  [[0, "9-5@9-9"], "You place 9-5 on 9-9."],
  [[1, "draw"], "Berta draws."],
  [[1, "pass"], "Berta passes."],
  [[0, "discard 4-2"], "You discard 4-2."],
  [[1, "end"], "Berta ends the turn."],
]) {
  test(`a move of the past: ${sentence}`, () => assert.equal(moveSentence(table(0), played), sentence));
}

test("the open ends can be read", () => {
  const ends = [{ place: "L", pips: 6, spots: [{}] }, { place: "R", pips: 3, spots: [{}] }];
  assert.equal(endsSentence({ ...table(0), ends }), "Open ends: 6 and 3.");
  assert.equal(endsSentence(table(0)), "No open ends.");
});

test("a foot is one end with several places", () => {
  const ends = [{ place: "5-5", pips: 5, spots: [{}, {}, {}] }];
  assert.equal(endsSentence({ ...table(0), ends }), "Open end: 5 in 3 places.");
});

test("there may be several winners", () => {
  const won = (...winners) => resultSentence({ ...table(null), result: { winners, totals: [9, 9] } });
  assert.equal(won(0, 1), "Annegret and Berta share the win.");
  assert.equal(won(1), "Berta has won the match.");
  assert.equal(won(0), "You have won the match!");
});
