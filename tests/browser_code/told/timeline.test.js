/** What is known of a running match when a reader looks back. */

import assert from "node:assert/strict";
import test from "node:test";

import { asOf, Timeline } from "../../../games/static/games/replay/timeline.js";

const state = (ply, moves, deal = 1) => ({ deal, ply, moves: Array.from({ length: moves }, () => [0, "draw"]), seats: [{ seat: 0, total: 3 }], seat: null, mine: null });
const step = (ply, moves, deal = 1) => ({ state: state(ply, moves, deal), events: [{ kind: "drew", count: ply }], hands: [] });
const plies = (steps) => steps?.map(({ state: { ply } }) => ply);

test("a deal seen from its start needs nothing from the server", () => {
  const timeline = new Timeline();
  for (const ply of [4, 5, 6]) timeline.see(state(ply, ply - 4), []);
  assert.deepEqual(plies(timeline.steps(1)), [4, 5, 6]);
});

test("a reader who came later gets the earlier steps from the server", () => {
  const timeline = new Timeline();
  timeline.see(state(3, 3), null);
  timeline.see(state(4, 4), [{ kind: "placed" }]);
  assert.equal(timeline.steps(1), null);
  timeline.learn(1, [step(0, 0), step(1, 1), step(2, 2), step(3, 3), step(4, 4)]);
  timeline.see(state(5, 5), []);
  assert.deepEqual(plies(timeline.steps(1)), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(timeline.steps(1)[3].events, [{ kind: "drew", count: 3 }]);
  assert.deepEqual(timeline.steps(1)[4].events, [{ kind: "placed" }]);
});

test("after a gap the missing steps are requested again", () => {
  const timeline = new Timeline();
  timeline.see(state(0, 0), []);
  timeline.see(state(1, 1), []);
  timeline.learn(1, [step(0, 0), step(1, 1)]);
  timeline.see(state(4, 4), null);
  assert.equal(timeline.steps(1), null);
  timeline.learn(1, [step(0, 0), step(1, 1), step(2, 2), step(3, 3), step(4, 4)]);
  assert.deepEqual(plies(timeline.steps(1)), [0, 1, 2, 3, 4]);
});

test("news of the same ply replaces what was shown", () => {
  const timeline = new Timeline();
  timeline.see(state(0, 0), [{ kind: "opened" }]);
  timeline.see({ ...state(0, 0), mine: { hand: ["6-6"] } }, null);
  assert.deepEqual(plies(timeline.steps(1)), [0]);
  assert.deepEqual(timeline.steps(1)[0].state.mine, { hand: ["6-6"] });
  assert.deepEqual(timeline.steps(1)[0].events, [{ kind: "opened" }]);
});

test("deals that are over stay known", () => {
  const timeline = new Timeline();
  timeline.see(state(0, 0), []);
  timeline.see(state(1, 1), []);
  timeline.see(state(1, 0, 2), []);
  assert.deepEqual(plies(timeline.steps(1)), [0, 1]);
  assert.equal(timeline.steps(3), null);
});

test("an earlier ply is shown with the reader's hand as it is now, and nothing to play", () => {
  const now = { ...state(7, 3, 2), seat: 0, mine: { seat: 0, hand: ["5-4"], legal: [{ move: "draw" }] }, seats: [{ seat: 0, total: 9, away: true, ready: true }] };
  const then = asOf(step(2, 2), now);
  assert.deepEqual(then.mine, { seat: 0, hand: ["5-4"], legal: [] });
  assert.deepEqual(then.seats, [{ seat: 0, total: 3, away: true, ready: false }]);
  assert.equal(then.isPast, true);
});
