/** The status line, and the line of earlier events. */

import assert from "node:assert/strict";
import test from "node:test";

import { Status } from "../../../games/static/games/talk/status.js";

/** Return a substitute for an element, without a browser. */
function element() {
  return { textContent: "", dataset: {}, classList: { toggle() {} }, replaceChildren(...nodes) { this.textContent = nodes.map(textOf).join(""); } };
}

function textOf(node) {
  return typeof node === "string" ? node : node.nodes.map(textOf).join("");
}

globalThis.document = { documentElement: { lang: "en" }, createElement: () => ({ nodes: [], setAttribute() {}, append(...nodes) { this.nodes.push(...nodes); } }) };
globalThis.setInterval = () => 0;

function table(deal, ply) {
  const seat = { bot: "", left: false, away: false, online: true };
  return {
    deal, seat: 0, result: null, over: null, clock: { paused: false }, moves: Array.from({ length: ply }),
    seats: [{ ...seat, seat: 0, name: "Annegret" }, { ...seat, seat: 1, name: "Berta" }], public: { turn: 1 }, mine: null,
  };
}

function begin() {
  const [line, earlier] = [element(), element()];
  return { line, earlier, status: new Status(line, element(), { left: null, seconds: 0 }, earlier) };
}

const placed = (tile) => ({ kind: "placed", seat: 1, tile });

test("the last three events stay visible, the newest beside the turn", () => {
  const { line, earlier, status } = begin();
  ["1-0", "2-0", "3-0", "4-0"].forEach((tile, index) => status.show(table(1, index + 1), [placed(tile)]));
  assert.equal(line.textContent, "Berta places 4-0. Berta’s turn");
  assert.equal(earlier.textContent, "Berta places 2-0. Berta places 3-0.");
});

test("events at the start of a deal are announced once, however often the view comes", () => {
  const { earlier, status } = begin();
  status.show(table(1, 0), [{ kind: "opened", seat: 1, tile: "9-9" }]);
  status.show(table(1, 0), [{ kind: "opened", seat: 1, tile: "9-9" }]);
  assert.equal(earlier.textContent, "");
});

test("a new deal begins without the news of the last", () => {
  const { line, earlier, status } = begin();
  ["1-0", "2-0"].forEach((tile, index) => status.show(table(1, index + 1), [placed(tile)]));
  status.show(table(2, 3), null);
  assert.deepEqual([line.textContent, earlier.textContent], ["Berta’s turn", ""]);
});

test("while the connection is lost, the line says so", () => {
  const { line, status } = begin();
  status.show(table(1, 1), [placed("1-0")]);
  status.setLost(true);
  assert.equal(line.textContent, "Berta places 1-0. Waiting for the connection.");
  status.setLost(false);
  assert.equal(line.textContent, "Berta places 1-0. Berta’s turn");
});

test("a lost connection is announced even while a tile is chosen", () => {
  const { line, status } = begin();
  status.show(table(1, 1), [placed("1-0")]);
  status.hint("Choose a place for 4-3.");
  status.setLost(true);
  assert.equal(line.textContent, "Choose a place for 4-3. Waiting for the connection.");
});

test("the new ends of a line are said to those who listen", () => {
  const { line, status } = begin();
  const ends = [{ pips: 2, spots: [{}] }, { pips: 6, spots: [{}] }];
  status.show({ ...table(1, 1), ends }, [{ ...placed("3-2"), place: "R" }]);
  assert.equal(line.textContent, "Berta places 3-2 on the right. Open ends: 2 and 6. Berta’s turn");
  status.show({ ...table(1, 2), ends }, [{ kind: "passed", seat: 1 }]);
  assert.equal(line.textContent, "Berta passes. Berta’s turn");
});

test("a reader's own draw is said once, with its tile", () => {
  const { line, earlier, status } = begin();
  const state = { ...table(1, 1), mine: { hand: ["5-2"], legal: [] } };
  status.show(state, [{ kind: "drew", seat: 0, count: 1 }]);
  status.show(state);
  status.drawn(["5-2"]);
  assert.equal(line.textContent, "You draw 5-2. Berta’s turn");
  assert.equal(earlier.textContent, "");
});

test("tiles that come with another's move are said after it", () => {
  const { line, status } = begin();
  const state = { ...table(1, 1), mine: { hand: ["5-2", "3-1"], legal: [] } };
  status.show(state, [{ kind: "discarded", seat: 1, tile: "4-2" }, { kind: "filled", seat: 0, count: 2 }]);
  status.drawn(["5-2", "3-1"]);
  assert.equal(line.textContent, "Berta discards 4-2. You draw 5-2 and 3-1. Berta’s turn");
});

test("a departure is told beside the turn, once", () => {
  const { line, status } = begin();
  const after = table(1, 1);
  after.seats[1] = { ...after.seats[1], left: true };
  status.show(table(1, 1), [placed("1-0")]);
  status.show(after);
  status.show(after);
  assert.equal(line.textContent, "Berta places 1-0. Berta has left for good: the house plays on for them. Berta is not there: the house plays in a moment.");
});
