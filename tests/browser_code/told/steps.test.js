/** What a replay shows at every ply. */

import assert from "node:assert/strict";
import test from "node:test";

import { hashOf, placeIn, seenBy, stepsOf } from "../../../games/static/games/replay/steps.js";

const seats = [{ seat: 0, name: "Berta", total: 3, online: false, away: true, left: false, ready: true }, { seat: 1, name: "Carlo", total: 0, online: false, away: false, left: true, ready: true }];
const events = [{ kind: "opened", seat: 0, tile: "6-6" }];
const view = { deal: 2, ply: 7, seats, layout: [{ tile: "6-6" }], public: { turn: 1, result: null }, ends: [], mine: null, moves: [], deals: [{ number: 1 }], events, result: null };
const moved = (ply, over = null) => ({
  deal: 2, ply, seat: 1, move: "6-1@R", events: [{ kind: "placed", seat: 1, tile: "6-1" }], layout: [{ tile: "6-1" }],
  public: { turn: null, result: over && { reason: "out", scores: [4, 0], hands: [["4-0"], []] } }, ends: [], clock: { ends_at: null }, over,
});
const over = { number: 2, reason: "out", scores: [4, 0], totals: [7, 0], link: "ab", result: { totals: [7, 0], winners: [1] } };
const replay = { deals: 2, view, hands: [["4-0"], ["6-1"]], plies: [{ moved: moved(8, over), hands: [["4-0"], []] }] };

test("there is a step for the start, and one for each move", () => {
  const steps = stepsOf(replay);
  assert.deepEqual(steps.map(({ state }) => state.ply), [7, 8]);
  assert.deepEqual(steps.map(({ state }) => state.layout.length), [1, 2]);
  assert.deepEqual(steps.map(({ events: [event] }) => event.kind), ["opened", "placed"]);
});

test("the last step knows how the deal and the match ended", () => {
  const [, { state }] = stepsOf(replay);
  assert.equal(state.over.reason, "out");
  assert.deepEqual(state.result.winners, [1]);
  assert.deepEqual(state.seats.map(({ total }) => total), [7, 0]);
});

test("nobody is away or offline in a replay", () => {
  for (const { state } of stepsOf(replay)) {
    assert.ok(state.seats.every(({ online, away, left, ready }) => online && !away && !left && !ready));
  }
});

test("either all hands are open or only that of one seat", () => {
  const [step] = stepsOf(replay);
  assert.deepEqual(seenBy(step, null).open, [["4-0"], ["6-1"]]);
  assert.deepEqual(seenBy(step, 1).open, [null, ["6-1"]]);
});

for (const [hash, place] of [["#2-17", { deal: 2, step: 17 }], ["#1-0", { deal: 1, step: 0 }], ["#2", null], ["", null], ["#scores-title", null], ["#1-2x", null]]) {
  test(`a URL that ends in ${hash || "nothing"}`, () => assert.deepEqual(placeIn(hash), place));
}

test("a place has the URL fragment that leads to it", () => assert.deepEqual(placeIn(hashOf({ deal: 3, step: 8 })), { deal: 3, step: 8 }));
