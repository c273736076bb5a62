/** Where people of a held seating are dropped. */

import assert from "node:assert/strict";
import test from "node:test";

import { dropAddress, stepped } from "../../tournaments/static/tournaments/desk/drops.js";

const ANNA = { entry: "5", table: "1", seated: true };
const LATE = { entry: "9", table: "", seated: false };

test("two people swap places, or seats within a table", () => {
  assert.equal(dropAddress("/c/", ANNA, { kind: "sitter", entry: "7", table: "2" }), "/c/swap/?one=5&other=7&look=1");
  assert.equal(dropAddress("/c/", { ...ANNA, table: "" }, { kind: "sitter", entry: "7", table: "2" }), "/c/swap/?one=5&other=7&look=1");
  assert.equal(dropAddress("/c/", ANNA, { kind: "sitter", entry: "6", table: "1" }), "/c/swap/?one=5&other=6&look=1");
});

test("dropping people where they already are changes nothing", () => {
  assert.equal(dropAddress("/c/", ANNA, { kind: "sitter", entry: "5", table: "1" }), null);
  assert.equal(dropAddress("/c/", ANNA, { kind: "table", table: "1" }), null);
});

test("somebody moves to another table, or gets a bye", () => {
  assert.equal(dropAddress("/c/", ANNA, { kind: "table", table: "3" }), "/c/move/?one=5&table=3&look=1");
  assert.equal(dropAddress("/c/", ANNA, { kind: "byes" }), "/c/bye/?one=5&look=1");
  assert.equal(dropAddress("/c/", { ...ANNA, table: "" }, { kind: "byes" }), null);
});

test("a person without a place joins a table instead of swapping", () => {
  assert.equal(dropAddress("/c/", LATE, { kind: "sitter", entry: "7", table: "2" }), "/c/move/?one=9&table=2&look=1");
  assert.equal(dropAddress("/c/", LATE, { kind: "byes" }), null);
});

test("the arrow keys wrap around", () => {
  assert.equal(stepped(["a", "b", "c"], null, 1), "a");
  assert.equal(stepped(["a", "b", "c"], null, -1), "c");
  assert.equal(stepped(["a", "b", "c"], "c", 1), "a");
  assert.equal(stepped(["a", "b", "c"], "a", -1), "c");
  assert.equal(stepped([], null, 1), null);
});
