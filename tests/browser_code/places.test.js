/** Positions of places to choose from, and of seats around the table. */

import assert from "node:assert/strict";
import test from "node:test";

import { placeName, spread } from "../../games/static/games/board/places.js";
import { around, atSide } from "../../games/static/games/seats/round.js";

const spot = (x, angle) => ({ x, y: 0, angle });

test("two orientations at one place are shown side by side", () => {
  const offers = [
    { move: "6-1@L>1", spot: spot(-2, 90) },
    { move: "6-1@L>6", spot: spot(-2, 270) },
    { move: "6-1@R>1", spot: spot(2, 90) },
  ];
  const [one, other, alone] = spread(offers).map((offer) => offer.spot);
  assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 1);
  assert.ok(Math.abs(one.x + 2) < 1e-9);
  assert.deepEqual(alone, spot(2, 90));
});

for (const [move, name] of [
  ["9-5@5-5", "9-5 on 5-5"],
  ["6-2@L", "6-2 at the left end"],
  ["6-1@R>6", "6-1 at the right end, 6 facing out"],
]) {
  test(`${move} is named for screen readers`, () => assert.equal(placeName(move), name));
}

test("the other seats go clockwise from the player's left", () => assert.deepEqual(around(2, 4), [3, 0, 1]));

test("an onlooker has everybody opposite", () => assert.deepEqual(around(null, 3), [0, 1, 2]));

for (let count = 1; count < 27; count += 1) {
  test(`there is room for ${count} opponents`, () => assert.ok(atSide(count) >= 0 && atSide(count) <= count / 2));
}
