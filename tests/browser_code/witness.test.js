/** What a browser notices if the site cheats. The chain is the worked example of docs/fair-deals.md. */

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { deckOf, isWholeSet, leadsTo } from "../../games/static/games/fair/chain.js";
import { Witness } from "../../games/static/games/fair/witness.js";

const anchor = "fbd3136db367d4cb21dc522f7e8a28ccce1bec79ee01d51fcd31af5d31c08754";
const link = "9d406e53bc80ad06128c775f081f029540bbe9f8644b21f723a7cdba9e189719";
const contributions = ["00000000000000000000000000000000", "01010101010101010101010101010101"];
const deck = [
  "3-1", "1-1", "4-3", "6-6", "3-3", "2-2", "5-1", "5-0", "6-4", "5-3", "2-1", "6-3", "5-4", "3-2",
  "5-5", "4-2", "6-1", "6-2", "5-2", "4-1", "4-0", "1-0", "2-0", "3-0", "6-5", "6-0", "0-0", "4-4",
];
const other = "f".repeat(32);

/** A storage like those of browsers. */
class Shelf {
  values = new Map();
  get length() { return this.values.size; }
  key(index) { return [...this.values.keys()][index] ?? null; }
  getItem(key) { return this.values.get(key) ?? null; }
  setItem(key, value) { this.values.set(key, value); }
  removeItem(key) { this.values.delete(key); }
}

let shelf, witness, shown;

beforeEach(() => {
  shelf = new Shelf();
  witness = new Witness("table", shelf);
  shown = { anchor, contributions, deals: [{ number: 3, link, deck }] };
});

const kinds = async () => (await witness.faults(shown)).map(({ kind }) => kind);

test("links and decks are computed as on the server", async () => {
  assert.ok(await leadsTo(anchor, link, 3));
  assert.ok(!(await leadsTo(anchor, link, 2)));
  assert.deepEqual(await deckOf([...deck].sort(), link, contributions, 3), deck);
  assert.ok(isWholeSet(deck));
  assert.ok(!isWholeSet([...deck.slice(1), deck[1]]));
});

test("an honest site has no fault", async () => {
  witness.see({ anchor, contributions }, 0);
  assert.deepEqual(await kinds(), []);
});

test("without anything seen before, only the record itself is checked", async () => {
  assert.deepEqual(await kinds(), []);
});

test("a changed anchor is noticed", async () => {
  witness.see({ anchor: "0".repeat(64), contributions }, 0);
  assert.deepEqual(await kinds(), ["anchor"]);
});

test("changed bytes are noticed", async () => {
  witness.see({ anchor, contributions: [contributions[0], other] }, 0);
  assert.deepEqual(await kinds(), ["contributions"]);
});

test("missing own bytes are noticed", async () => {
  const bytes = witness.bytesFor(anchor);
  witness.see({ anchor, contributions }, 0);
  assert.equal(bytes.length, 32);
  assert.deepEqual(await kinds(), ["bytes"]);
});

test("every tab sends the same bytes, and the first view counts", async () => {
  const bytes = witness.bytesFor(anchor);
  assert.equal(new Witness("table", shelf).bytesFor(anchor), bytes);
  assert.notEqual(new Witness("another table", shelf).bytesFor(anchor), bytes);
  witness.see({ anchor, contributions }, 0);
  witness.see({ anchor: "0".repeat(64), contributions: [other, other] }, 1);
  assert.equal(witness.kept.anchor, anchor);
  assert.deepEqual(witness.kept.contributions, contributions);
});

test("a wrong link, and tiles that do not follow from it, are noticed", async () => {
  shown.deals = [{ number: 3, link, deck: [deck[1], deck[0], ...deck.slice(2)] }, { number: 4, link: "0".repeat(64), deck }];
  assert.deepEqual(await kinds(), ["deck", "link"]);
});

test("a link that is not revealed yet is not a fault", async () => {
  shown.deals = [{ number: 3, link: null }];
  assert.deepEqual(await kinds(), []);
});

test("only the last hundred tables are kept", () => {
  for (let table = 0; table < 150; table += 1) {
    shelf.setItem(`fair:${table}`, JSON.stringify({ at: table }));
  }
  shelf.setItem("hand:1", "[]");
  witness.see({ anchor, contributions }, 0);
  assert.equal(shelf.getItem("fair:50"), null);
  assert.notEqual(shelf.getItem("fair:149"), null);
  assert.equal(shelf.getItem("hand:1"), "[]");
  assert.equal(shelf.length, 101);
});
