/** What a lesson shows at every step. */

import assert from "node:assert/strict";
import test from "node:test";

import { stepIn, stepsOf, watched } from "../../../games/static/games/lesson/course.js";

const view = { deal: 1, ply: 0, seat: 0, seats: [], layout: [{ tile: "9-9" }], public: { turn: 0, result: null }, ends: [], mine: { seat: 0, hand: ["9-4", "9-5"], legal: [] }, moves: [], deals: [], events: [] };
const ply = (number, seat, tile, hand) => ({
  moved: { deal: 1, ply: number, seat, move: `${tile}@9-9`, events: [], layout: [{ tile }], public: { turn: 0, result: null }, ends: [], clock: null, over: null },
  mine: { seat: 0, hand, legal: [{ move: "draw", spot: null }] },
});
const words = { title: "", say: "", task: "", well: "", instead: "", why: "", points: {}, view: null, plies: [], answers: {} };
const steps = stepsOf({
  steps: [
    { ...words, view, answers: { "9-4@9-9": ply(1, 0, "9-4", ["9-5"]), "9-5@9-9": ply(1, 0, "9-5", ["9-4"]) } },
    { ...words, plies: [ply(2, 1, "9-6", ["9-5"]), ply(3, 2, "9-7", ["9-5"])] },
    { ...words, view },
  ],
});
const laid = (state) => state.layout.map(({ tile }) => tile);

test("a lesson goes on from the first answer", () => {
  assert.deepEqual(laid(steps[0].asked), ["9-9"]);
  assert.deepEqual(laid(steps[0].answers.get("9-5@9-9").state), ["9-9", "9-5"]);
  assert.deepEqual(laid(steps[1].opening), ["9-9", "9-4"]);
  assert.deepEqual(steps[1].opening.mine.hand, ["9-5"]);
});

test("the others' moves come one after another before the reader's turn", () => {
  assert.deepEqual(steps[1].frames.map(({ state }) => laid(state).at(-1)), ["9-6", "9-7"]);
  assert.deepEqual(laid(steps[1].asked), ["9-9", "9-4", "9-6", "9-7"]);
});

test("another scene starts from its own view", () => {
  assert.deepEqual(laid(steps[2].opening), ["9-9"]);
});

test("a watching reader has no moves", () => {
  assert.deepEqual(steps[1].asked.mine.legal.length, 1);
  assert.deepEqual(watched(steps[1].asked).mine.legal, []);
  assert.deepEqual(steps[1].asked.mine.legal.length, 1);
});

test("a URL leads to its step, and never beyond the last", () => {
  assert.deepEqual(["", "#1", "#3", "#0", "#99", "#2-17"].map((hash) => stepIn(hash, 8)), [0, 0, 2, 0, 7, 0]);
});
