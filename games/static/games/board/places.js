/** Places to choose from for a tile: a button with the tile's ghost at each. */

import { svg } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { readMove } from "../protocol/notation.js";
import { tileAt } from "../tiles/tile.js";

/** @typedef {{move: string, spot: Wire.Spot}} Offer */

/** The distance between the two orientations of a tile at one place, shown side by side. */
const SIDE_BY_SIDE = 1.16;
/** How far a thread bends, as a share of its length. */
const BEND = 0.6;

/** @param {Offer[]} offers @returns {Offer[]} */
export function spread(offers) {
  return offers.map((offer) => {
    const rivals = offers.filter(({ spot }) => near(spot, offer.spot));
    const step = (rivals.indexOf(offer) - (rivals.length - 1) / 2) * SIDE_BY_SIDE;
    return { move: offer.move, spot: beside(offer.spot, step) };
  });
}

/** @param {Wire.Spot} one @param {Wire.Spot} other */
function near(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) < 0.3;
}

/** @param {Wire.Spot} spot @param {number} step */
function beside(spot, step) {
  const turn = (spot.angle % 180) * (Math.PI / 180);
  return { ...spot, x: spot.x + Math.cos(turn) * step, y: spot.y + Math.sin(turn) * step };
}

/** @param {Offer} offer */
export function placeButton(offer) {
  const { move } = offer;
  const attributes = { class: "place", role: "button", tabindex: -1, "aria-label": placeName(move), "data-move": move };
  return svg("g", attributes, ...framedTile(offer));
}

/** Return a place that is only shown and cannot be chosen. @param {Offer} offer */
export function ghost(offer) {
  return svg("g", { class: "place ghost", "aria-hidden": "true" }, ...framedTile(offer));
}

/** @param {Offer} offer */
function framedTile({ move, spot }) {
  const frame = svg("rect", {
    class: "place-frame", x: -0.53, y: -1.03, width: 1.06, height: 2.06, rx: 0.2,
    transform: `translate(${spot.x} ${spot.y}) rotate(${spot.angle})`,
  });
  return [frame, tileAt({ ...spot, tile: readMove(move).tile ?? "" })];
}

/** Return a curve from a tile that had to be laid elsewhere to the tile it is connected to. @param {[number, number][]} points */
export function thread([[x, y], [toX, toY]]) {
  const bend = [(x + toX + BEND * (y - toY)) / 2, (y + toY + BEND * (toX - x)) / 2];
  return svg("path", { class: "thread", d: `M${x} ${y}Q${bend.join(" ")} ${toX} ${toY}` });
}

/** Return a place in words: "9-5 on 5-5", "6-1 at the left end, 6 facing out". @param {string} move */
export function placeName(move) {
  const { tile, place, facing } = readMove(move);
  const where = fill(ENDS[place]?.() ?? gettext("%(tile)s on %(place)s"), { tile: tile ?? "", place });
  if (facing === null) return where;
  return fill(gettext("%(where)s, %(half)s facing out"), { where, half: facing });
}

/** @type {Record<string, () => string>} */
const ENDS = {
  L: () => gettext("%(tile)s at the left end"),
  R: () => gettext("%(tile)s at the right end"),
};

/**
 * Return how far a point is from the edge of a tile (0: on it) and from its middle.
 * @param {import("../tiles/flight.js").Pose} pose @param {import("./camera.js").Point} point
 */
export function beyond({ x, y, angle, width }, point) {
  const turn = (angle * Math.PI) / 180;
  const [right, down] = [point.x - x, point.y - y];
  const across = Math.abs(right * Math.cos(turn) + down * Math.sin(turn)) - width / 2;
  const along = Math.abs(down * Math.cos(turn) - right * Math.sin(turn)) - width;
  return { outside: Math.hypot(Math.max(across, 0), Math.max(along, 0)), distance: Math.hypot(right, down) };
}
