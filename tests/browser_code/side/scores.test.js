/** The points of all deals, beside the table. */

import assert from "node:assert/strict";
import test from "node:test";

import { showScores } from "../../../games/static/games/side/scores.js";

/** A substitute for an element, without a browser. */
class Element {
  nodes = [];
  setAttribute() {}
  append(...nodes) {
    this.nodes.push(...nodes);
  }
  replaceChildren(...nodes) {
    this.nodes = nodes;
  }
  get rows() {
    return this.nodes.flatMap((node) => (node.name === "tr" ? [node.nodes.map(textOf)] : node.rows ?? []));
  }
}

function textOf(node) {
  return typeof node === "string" ? node : node.nodes.map(textOf).join("");
}

globalThis.document = { createElement: (name) => Object.assign(new Element(), { name }) };

test("the newest deal is beside the total, where it is always visible", () => {
  const panel = new Element();
  const deal = (number, scores, reason = "out") => ({ number, scores, reason });
  const deals = [deal(1, [3, 0]), deal(2, [0, 0], "void"), deal(3, [0, 8]), deal(4, [0, 5])];
  const seats = [{ seat: 0, name: "Annegret", total: 3 }, { seat: 1, name: "Berta", total: 13 }];
  showScores(panel, { seat: 0, seats, deals, result: null });
  assert.deepEqual(panel.rows, [["Player", "Total", "4", "3", "1"], ["Annegret", "3", "0", "0", "3"], ["Berta", "13", "5", "8", "0"]]);
});
