/** Where pages lead a player who plays in two tournaments. */

import assert from "node:assert/strict";
import test from "node:test";

import { led, leadOn } from "../../tournaments/static/tournaments/lead.js";

/** @type {Map<string, string>} */
const tab = new Map();
globalThis.sessionStorage = { getItem: (name) => tab.get(name) ?? null, setItem: (name, value) => tab.set(name, value) };
globalThis.setTimeout = (then) => then();
/** The listener for sent forms. */
let submitted = () => {};

/** Return where a page leads on which these tables are ready. @param {{ own?: string, bar?: string }} ready */
function ledFrom(ready) {
  const shown = { "main [data-lead]": ready.own, "[data-lead]": ready.bar ?? ready.own, "[data-leads]": "page" };
  let at = "";
  globalThis.location = { assign: (url) => (at = url) };
  globalThis.document = {
    title: "Friday",
    querySelector: (asked) => (shown[asked] ? { dataset: { lead: shown[asked] } } : null),
    querySelectorAll: () => [],
    getElementById: () => null,
    addEventListener: (_, then) => (submitted = then),
    createElement: () => ({ setAttribute() {}, append() {} }),
  };
  leadOn();
  return at;
}

test.beforeEach(() => tab.clear());

test("the page of a tournament leads to its own table, even if the bar names another", () => {
  assert.equal(ledFrom({ own: "/table/own/", bar: "/table/other/" }), "/table/own/");
  assert.equal(ledFrom({ bar: "/table/other/" }), "/table/other/");
});

test("a player who has left two tables on purpose is led back to neither", () => {
  led("/table/one/");
  led("/table/other/");
  assert.equal(ledFrom({ bar: "/table/one/" }), "");
  assert.equal(ledFrom({ bar: "/table/other/" }), "");
  assert.equal(ledFrom({ bar: "/table/next/" }), "/table/next/");
});

test("a player who has just sent a form is not led away before the answer", () => {
  const { setTimeout, clearTimeout } = globalThis;
  const due = new Set();
  globalThis.setTimeout = (then) => (due.add(then), then);
  globalThis.clearTimeout = (then) => due.delete(then);
  ledFrom({ own: "/table/own/" });
  assert.equal(due.size, 1);
  submitted();
  assert.equal(due.size, 0);
  Object.assign(globalThis, { setTimeout, clearTimeout });
});

test("a tab that is forbidden to remember leads nowhere, rather than back again and again", () => {
  const { sessionStorage } = globalThis;
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, get: () => assert.fail("forbidden") });
  led("/table/one/");
  assert.equal(ledFrom({ own: "/table/own/" }), "");
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, value: sessionStorage });
});
