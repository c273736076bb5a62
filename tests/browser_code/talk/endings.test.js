/** How deals and matches end, in each game's own words. */

import assert from "node:assert/strict";
import test from "node:test";

import { dealReason, dealTitle, dealWinners, ranking, tieSentence } from "../../../games/static/games/talk/endings.js";

const NAMES = ["Annegret", "Berta", "Carlo"];
const WORDS_OF = (state) => [dealTitle(state), dealReason(state)];

/** Return the end of a deal as Annegret (seat 0) sees it. */
function ended(reason, scores, shown = {}, more = {}) {
  const seats = scores.map((_, seat) => ({ seat, name: NAMES[seat], total: scores[seat] }));
  const over = { reason, scores, totals: scores, number: 1, hands: scores.map(() => []), ...more };
  return { seat: 0, seats, over, result: null, moves: [[0, "draw"]], deals: [], public: { hands: [0, 0], ...shown } };
}

const CARDS = { cards: [{ top: null, left: 0 }, { top: "6-6", left: 5 }] };
const PIPS = "Everyone else scores the pips left in hand.";
const NOBODY = "Nobody can go on, so everyone scores the pips left in hand.";

for (const [state, words, winners] of [
  [ended("out", [12, 0, 7]), ["Berta goes out!", PIPS], [1]],
  [ended("out", [0, 4, 7]), ["You go out!", PIPS], [0]],
  [ended("blocked", [9, 5, 2]), ["Blocked: Carlo scores the fewest points.", NOBODY], [2]],
  [ended("blocked", [9, 2, 2]), ["Blocked: Berta and Carlo score the fewest points.", NOBODY], [1, 2]],
  [ended("blocked", [1, 2, 2]), ["Blocked: you score the fewest points.", NOBODY], [0]],
  [ended("out", [0, 0, 9], { out: [1, 0] }), ["Berta is out first!", PIPS], [1]],
  [
    ended("out", [0, 0, 30], { out: [0, 1] }, { stock: ["6-6", "5-5"] }),
    ["You are out first!", "The last one with tiles in hand scores them, and those of the stock."],
    [0],
  ],
  [ended("out", [2, 0], CARDS), ["You have cleared your dance card!", "+2 points: Berta’s dance card was still full."], [0]],
  [ended("out", [0, 2], CARDS), ["Berta has cleared their dance card!", "+2 points: your dance card was still full."], [1]],
  [ended("out", [0, 1], CARDS), ["Berta has cleared their dance card!", "+1 point."], [1]],
  [
    ended("void", [0, 0], CARDS),
    ["Two left feet: nobody scores.", "The stock is empty, and nobody placed another tile. The tiles are dealt again."],
    [],
  ],
  [{ ...ended("void", [0, 0, 0]), moves: [] }, ["The deal is void: nobody scores.", "Nobody could open, so the tiles are dealt again."], []],
  [{ ...ended("void", [0, 0], CARDS), moves: [] }, ["The deal is void: nobody scores.", "Nobody could open, so the tiles are dealt again."], []],
]) {
  test(words.join(" "), () => {
    assert.deepEqual(WORDS_OF(state), words);
    assert.deepEqual(dealWinners(state), winners);
  });
}

test("nobody has won a deal that goes on", () => assert.deepEqual(dealWinners({ ...ended("out", [0, 1]), over: null }), []));

const over = (totals, winners) => ({ ...ended("out", totals), result: { totals, winners } });
const places = (state) => ranking(state).map(({ seat, place }) => [seat.name, place]);

test("where few points win, the fewest come first", () => {
  assert.deepEqual(places(over([40, 12, 31], [1])), [["Berta", 1], ["Carlo", 2], ["Annegret", 3]]);
});

test("where many points win, the most come first", () => {
  assert.deepEqual(places(over([4, 12, 3], [1])), [["Berta", 1], ["Annegret", 2], ["Carlo", 3]]);
});

test("players with a tie share a place, unless the tie was broken", () => {
  assert.deepEqual(places(over([9, 3, 9], [1])), [["Berta", 1], ["Annegret", 2], ["Carlo", 2]]);
  assert.deepEqual(places(over([3, 3, 9], [1])), [["Berta", 1], ["Annegret", 2], ["Carlo", 3]]);
  assert.deepEqual(places(over([3, 3, 9], [0, 1])), [["Annegret", 1], ["Berta", 1], ["Carlo", 3]]);
});

test("before the match is over nobody has a place", () => {
  assert.deepEqual(places(ended("out", [5, 0])), [["Annegret", 0], ["Berta", 0]]);
});

const deal = (...scores) => ({ reason: "out", scores });

test("a sentence says what broke a tie", () => {
  const tied = { ...over([9, 9, 30], [1]), deals: [deal(9, 0, 10), deal(0, 9, 10), deal(0, 0, 10)] };
  assert.equal(tieSentence({ ...tied, deals: [deal(4, 0, 10), deal(5, 9, 20)] }), "Berta and Annegret have the same points: Berta had more deals without any (1 to 0).");
  assert.equal(tieSentence(tied), "Berta and Annegret have the same points: apart from deals without any, Berta had the best one.");
  assert.equal(tieSentence(over([9, 9, 30], [0, 1])), "");
  assert.equal(tieSentence(over([8, 9, 30], [0])), "");
});
