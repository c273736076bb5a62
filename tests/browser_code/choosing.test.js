/** Choosing a move: first a tile, then, if there are several, its place. */

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { Choosing } from "../../games/static/games/hand/choosing.js";

const spot = { x: 0, y: 0, angle: 0 };
const placing = (move) => ({ move, spot });
const calling = (move) => ({ move, spot: null });

let played, refused, choosing;

beforeEach(() => {
  played = [];
  refused = [];
  choosing = new Choosing((move) => played.push(move));
  choosing.on("refuse", (tile, discarding) => refused.push([tile, discarding]));
});

test("a tile with a single place is played there", () => {
  choosing.update([placing("9-5@9-9"), calling("draw")]);
  choosing.pick("9-5");
  assert.deepEqual(played, ["9-5@9-9"]);
});

test("a player who confirms moves lays a tile with a single place with a second tap", () => {
  choosing = new Choosing((move) => played.push(move), true);
  choosing.update([placing("9-5@9-9"), calling("draw")]);
  choosing.pick("9-5");
  assert.deepEqual([choosing.selected, played], ["9-5", []]);
  choosing.pick("9-5");
  assert.deepEqual(played, ["9-5@9-9"]);
});

test("a tile with several places waits for a choice, and a second press puts it back", () => {
  choosing.update([placing("9-5@9-9"), placing("9-5@5-5")]);
  choosing.pick("9-5");
  assert.equal(choosing.selected, "9-5");
  assert.equal(choosing.placements("9-5").length, 2);
  choosing.pick("9-5");
  assert.equal(choosing.selected, null);
  assert.deepEqual(played, []);
});

test("a tile can be chosen before its places are known, and laid if there is only one", () => {
  choosing.update([{ move: "9-5@9-9" }, { move: "9-5@5-5" }, { move: "8-1@9-9" }, calling("draw")]);
  choosing.pick("9-5");
  assert.deepEqual([choosing.selected, choosing.lacksPlaces, choosing.places], ["9-5", true, []]);
  choosing.update([placing("9-5@9-9"), placing("9-5@5-5"), placing("8-1@9-9"), calling("draw")]);
  assert.deepEqual([choosing.selected, choosing.lacksPlaces], ["9-5", false]);
  assert.deepEqual(choosing.places, [placing("9-5@9-9"), placing("9-5@5-5")]);
  choosing.cancel();
  assert.deepEqual([choosing.lacksPlaces, choosing.places], [false, []]);
  choosing.update([{ move: "9-5@9-9" }]);
  choosing.pick("9-5");
  assert.deepEqual(played, ["9-5@9-9"]);
});

test("a tile that fits nowhere is refused, unless there are no legal moves at all", () => {
  choosing.update([placing("9-5@9-9")]);
  choosing.pick("1-0");
  choosing.update([]);
  choosing.pick("1-0");
  assert.deepEqual(refused, [["1-0", false]]);
});

test("a tile can be chosen, and then discarded", () => {
  choosing.update([placing("6-1@L"), calling("discard 6-1")]);
  choosing.pick("6-1");
  assert.deepEqual(played, ["6-1@L"]);
  choosing.select("6-1");
  choosing.discard();
  assert.deepEqual(played, ["6-1@L", "discard 6-1"]);
});

test("discarding can be chosen before the tile", () => {
  choosing.update([placing("6-1@L"), calling("discard 6-2")]);
  choosing.discard();
  assert.deepEqual(choosing.usable, new Set(["6-2"]));
  choosing.pick("6-2");
  assert.deepEqual(played, ["discard 6-2"]);
});

test("a choice is kept while the legal moves stay the same", () => {
  choosing.update([placing("9-5@9-9"), placing("9-5@5-5")]);
  choosing.pick("9-5");
  choosing.update([placing("9-5@9-9"), placing("9-5@5-5")]);
  assert.equal(choosing.selected, "9-5");
  choosing.update([placing("9-5@9-9")]);
  assert.equal(choosing.selected, null);
});

test("only legal moves can be called", () => {
  choosing.update([calling("draw")]);
  choosing.call("pass");
  choosing.call("draw");
  assert.deepEqual(played, ["draw"]);
});
