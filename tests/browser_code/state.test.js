/** What the browser knows of the table, updated by every message. */

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { afterMove, fateOf, fromView, lastTiles, order, stillGood, withMine, withSeats, withSpots } from "../../games/static/games/protocol/state.js";

const seated = (number, total) => ({ seat: number, name: "Berta", total, ready: true });

let state, moved;

test.afterEach(() => delete globalThis.gettext);

beforeEach(() => {
  state = {
    deal: 2,
    ply: 41,
    seat: 0,
    status: "running",
    seats: [seated(0, 5), seated(1, 9)],
    layout: [{ tile: "8-8" }],
    public: { turn: 0, result: null },
    ends: [],
    mine: { seat: 0, hand: ["8-5", "6-1"], legal: [{ move: "8-5@8-8", spot: {} }], drawn: null },
    moves: [[0, "8-2@8-8"], [1, "8-3@8-8"]],
    deals: [{ number: 1 }],
    clock: { now: 0 },
    result: null,
    over: null,
  };
  moved = {
    type: "moved",
    deal: 2,
    ply: 42,
    seat: 0,
    move: "8-5@8-8",
    layout: [{ tile: "8-5" }],
    public: { turn: 1, result: null },
    ends: [{ place: "8-5" }],
    clock: { now: 1 },
    over: null,
  };
});

for (const [deal, ply, where] of [[2, 42, "next"], [2, 41, "old"], [2, 44, "gap"], [3, 1, "gap"], [1, 99, "old"]]) {
  test(`a move to ply ${ply} of deal ${deal} is: ${where}`, () => {
    assert.equal(order(state, { type: "moved", deal, ply }), where);
  });
}

for (const [ply, where] of [[41, "next"], [40, "old"], [42, "gap"]]) {
  test(`an own part of ply ${ply} is: ${where}`, () => assert.equal(order(state, { type: "mine", deal: 2, ply }), where));
}

test("before the first view everything comes after a gap", () => {
  assert.equal(order(null, { type: "moved", deal: 1, ply: 1 }), "gap");
});

test("a move adds its tile and takes the legal moves away", () => {
  const after = afterMove(state, moved);
  assert.deepEqual(after.layout.map(({ tile }) => tile), ["8-8", "8-5"]);
  assert.equal(after.ply, 42);
  assert.deepEqual(after.moves.at(-1), [0, "8-5@8-8"]);
  assert.deepEqual(after.ends, moved.ends);
  assert.deepEqual(after.mine.hand, ["8-5", "6-1"]);
  assert.deepEqual(after.mine.legal, []);
  assert.equal(after.over, null);
});

test("the move that ends a deal brings its points", () => {
  moved.public.result = { hands: [[], ["9-9"]] };
  moved.over = { number: 2, reason: "out", scores: [0, 18], totals: [5, 27], link: "ab", result: null };
  const after = afterMove(state, moved);
  assert.deepEqual(after.over.hands, [[], ["9-9"]]);
  assert.deepEqual(after.seats.map(({ total }) => total), [5, 27]);
  assert.ok(after.seats.every(({ ready }) => !ready));
  assert.deepEqual(after.deals.at(-1), { number: 2, reason: "out", scores: [0, 18], link: "ab" });
  assert.equal(after.status, "running");
});

test("the move that ends the match brings the result", () => {
  const result = { totals: [5, 27], winners: [0] };
  moved.over = { number: 2, reason: "out", scores: [0, 18], totals: [5, 27], link: "", result };
  const after = afterMove(state, moved);
  assert.deepEqual(after.result, result);
  assert.equal(after.status, "finished");
});

test("an onlooker has no own part", () => assert.equal(afterMove({ ...state, mine: null }, moved).mine, null));

test("a view of a deal that is over shows its end", () => {
  state.public.result = { reason: "blocked", scores: [1, 2], hands: [["1-0"], ["1-1"]] };
  const { number, totals, scores } = fromView(state).over;
  assert.deepEqual([number, totals, scores], [2, [5, 9], [1, 2]]);
});

test("a view of a deal that goes on shows no end", () => assert.equal(fromView(state).over, null));

test("a part that comes replaces only that part", () => {
  const mine = { seat: 0, hand: ["6-1"], legal: [] };
  assert.deepEqual(withMine(state, mine), { ...state, mine });
  const seats = [seated(0, 6), seated(1, 9)];
  const news = { seats, clock: { now: 7 }, hints: true };
  assert.deepEqual(withSeats(state, { type: "seats", ...news }), { ...state, ...news });
});

test("places come after the moves that they belong to", () => {
  const [first, second] = [{ x: 1, y: 0, angle: 0 }, { x: 2, y: 0, angle: 0 }];
  const legal = [{ move: "8-5@8-8" }, { move: "6-1@8-8", spot: second }, { move: "draw", spot: null }];
  const before = { ...state, mine: { ...state.mine, legal } };
  assert.deepEqual(withSpots(before, { "8-5@8-8": first }).mine.legal, [{ move: "8-5@8-8", spot: first }, ...legal.slice(1)]);
  assert.deepEqual(before.mine.legal, legal);
  const onlooker = { ...state, mine: null };
  assert.equal(withSpots(onlooker, { "8-5@8-8": first }), onlooker);
});

test("a hint is forgotten when something has happened", () => {
  const hint = { type: "hint", deal: state.deal, ply: state.ply, move: "draw", reason: "It is your only move." };
  assert.equal(stillGood(hint, state), hint);
  assert.equal(stillGood(hint, { ...state, ply: state.ply + 1 }), null);
  assert.equal(stillGood(hint, { ...state, deal: state.deal + 1 }), null);
  assert.equal(stillGood(null, state), null);
});

const SENT = { move: "8-5@8-8", deal: 2, ply: 41 };

test("a move that was never answered is still open", () => assert.equal(fateOf(SENT, state), "open"));

test("an accepted move is in the list of moves", () => {
  const newer = { ...state, ply: 43, moves: [...state.moves, [0, "8-5@8-8"], [1, "draw"]] };
  assert.equal(fateOf(SENT, newer), "taken");
});

test("a move is lost when the site has played another", () => {
  const newer = { ...state, ply: 42, moves: [...state.moves, [0, "6-1@8-8"]] };
  assert.equal(fateOf(SENT, newer), "lost");
});

test("nothing is asked after a deal is over", () => {
  assert.equal(fateOf(SENT, { ...state, deal: 3, ply: 43 }), "taken");
});

for (const [seat, moves, tiles] of [
  [0, [], []],
  [0, [[1, "8-5@8-8"], [0, "8-2@8-8"], [1, "draw"], [1, "8-3@8-8"], [2, "3-1@8-3"]], ["3-1", "8-3"]],
  [0, [[1, "8-5@8-8"], [0, "8-2@8-8"]], ["8-2"]],
  [0, [[1, "8-5@8-8"], [0, "pass"], [1, "pass"]], []],
  [1, [[0, "6-1@L>6"], [0, "1-1@L"], [0, "discard 5-3"]], ["1-1"]],
  [null, [[1, "8-5@8-8"], [0, "8-2@8-8"], [1, "8-3@8-8"]], ["8-3", "8-2"]],
]) {
  test(`the last tiles since the own move of seat ${seat}: ${tiles}`, () => assert.deepEqual(lastTiles({ seat, moves }), tiles));
}

test("the names of deleted players are in the reader's language", () => {
  globalThis.gettext = (text) => text.replace("Former player", "Ex-Spieler");
  const former = { ...seated(0, 0), name: "Former player 12" };
  assert.equal(fromView({ ...state, seats: [former] }).seats[0].name, "Ex-Spieler 12");
});

test("the names of guests are in the reader's language", () => {
  globalThis.gettext = (text) => (text === "Guest-" ? "Gast-" : text);
  const guest = { ...seated(0, 0), name: "Guest-abcdef" };
  assert.equal(fromView({ ...state, seats: [guest] }).seats[0].name, "Gast-abcdef");
  assert.deepEqual(withSeats(state, { seats: [guest, seated(1, 0)] }).seats.map(({ name }) => name), ["Gast-abcdef", "Berta"]);
});
