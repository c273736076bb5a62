/** What the status line says while the reader cannot act. */

import assert from "node:assert/strict";
import test from "node:test";

import { departureSentence, waitingSentence } from "../../../games/static/games/talk/waiting.js";

const HERE = { bot: "", left: false, away: false, online: true, ready: false };

/** Return the state as seen by Annegret (seat 0), who sits with Berta and a bot. */
function table({ turn = 1, berta = {}, own = {}, ...rest } = {}) {
  const seats = [
    { ...HERE, ...own, seat: 0, name: "Annegret" },
    { ...HERE, ...berta, seat: 1, name: "Berta" },
    { ...HERE, bot: "easy", seat: 2, name: "Dot" },
  ];
  return { seat: 0, result: null, over: null, clock: { paused: false, ends_at: 60 }, public: { turn }, ...rest, seats };
}

const over = { reason: "out", scores: [3, 4, 0], totals: [3, 4, 0], number: 1 };

for (const [name, state, sentence] of [
  ["the own turn", table({ turn: 0 }), ""],
  ["somebody's turn", table(), ""],
  ["a bot's turn", table({ turn: 2 }), ""],
  ["a pause", table({ turn: 0, clock: { paused: true } }), "The organisers have paused the match: it goes on when they say so. Nothing is lost."],
  ["somebody away", table({ berta: { away: true } }), "Berta is not there: the house plays in a moment."],
  ["somebody who has left", table({ berta: { left: true } }), "Berta is not there: the house plays in a moment."],
  ["somebody offline", table({ berta: { online: false } }), "Berta is offline: the house plays when the time is up."],
  ["a deal's end", table({ turn: null, over }), "Dot goes out! The next deal comes at once when you and Berta are ready."],
  ["a deal's end, Berta ready", table({ turn: null, over, berta: { ready: true } }), "Dot goes out! The next deal comes at once when you are ready."],
  ["a deal's end, oneself ready", table({ turn: null, over, own: { ready: true } }), "Dot goes out! The next deal comes at once when Berta is ready."],
  ["a deal's end, all ready", table({ turn: null, over, own: { ready: true }, berta: { away: true } }), "Dot goes out! The next deal comes in a moment."],
  ["a lesson's end", table({ turn: null, over, clock: { paused: false, ends_at: null } }), "Dot goes out!"],
  ["the match's end", table({ turn: null, over, result: { winners: [2] } }), ""],
]) {
  test(`waiting: ${name}`, () => assert.equal(waitingSentence(state), sentence));
}

test("those who have left are named once", () => {
  const [here, gone] = [table(), table({ berta: { left: true } })];
  assert.equal(departureSentence(here, gone), "Berta has left for good: the house plays on for them.");
  assert.equal(departureSentence(gone, gone), "");
  assert.equal(departureSentence(here, table({ own: { left: true } })), "");
});
