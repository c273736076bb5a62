/** A tile as SVG: upright, one unit wide and two high, its middle at 0, 0; then turned to its angle. */

import { svg } from "../../site/dom.js";
import { halves } from "../protocol/notation.js";
import { pipCentres, pipSize } from "./pips.js";

const WIDTH = 0.94;
const HEIGHT = 1.94;
const CORNER = 0.13;

/** Return whether the reader prefers numbers to pips. */
function numerals() {
  return document.documentElement.dataset.numerals === "on";
}

/**
 * Return a tile on the table. Its light comes from the top of the screen, however the tile is turned.
 * @param {{tile: string, x: number, y: number, angle: number}} spot
 */
export function tileAt({ tile, x, y, angle }) {
  const lying = svg("g", { class: "tile", transform: `translate(${x} ${y})`, "data-tile": tile });
  lying.append(...body(angle), face(tile, angle));
  return lying;
}

/** Return a single tile for the hand and the panels; its accessible name comes from its container. @param {string} tile */
export function tileImage(tile, angle = 0) {
  return image(angle, [...body(angle), face(tile, angle)]);
}

export function backImage(angle = 0) {
  return image(angle, [...body(angle, "back"), turned(angle, backFace())]);
}

/** @param {number} angle @param {SVGElement[]} parts */
function image(angle, parts) {
  const [width, height] = angle % 180 === 0 ? [1, 2.06] : [2, 1.06];
  return svg("svg", { class: "tile-image", viewBox: `${-width / 2} ${-height / 2 + 0.02} ${width} ${height}`, "aria-hidden": "true" }, ...parts);
}

/** @param {number} angle */
function body(angle, kind = "face") {
  /** @param {string} name @param {number} drop */
  const slab = (name, drop) => svg("rect", {
    class: name, x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: CORNER,
    transform: `translate(0 ${drop}) rotate(${angle})`,
  });
  return [slab("tile-shadow", 0.1), slab(`tile-edge ${kind}-edge`, 0.055), slab(`tile-${kind}`, 0)];
}

/** @param {number} angle @param {SVGElement[]} parts */
function turned(angle, ...parts) {
  return svg("g", { transform: `rotate(${angle})` }, ...parts);
}

/** @param {string} tile @param {number} angle */
function face(tile, angle) {
  const [high, low] = halves(tile);
  const half = numerals() ? number : pips;
  return turned(angle, line(angle), half(high, -0.48, angle), half(low, 0.48, angle), spinner());
}

/** @param {number} angle */
function line(angle) {
  const [x, y] = screenDown(angle, 0.022);
  return svg("g", {},
    svg("path", { class: "tile-line-light", d: "M-0.33 0H0.33", transform: `translate(${x} ${y})` }),
    svg("path", { class: "tile-line", d: "M-0.33 0H0.33" }));
}

function spinner() {
  return svg("circle", { class: "tile-spinner", r: 0.062 });
}

/** Return a step down the screen as seen from a tile turned by `angle`. @param {number} angle @param {number} step */
function screenDown(angle, step) {
  const turn = (angle * Math.PI) / 180;
  return [Math.sin(turn) * step, Math.cos(turn) * step];
}

/** Return all pips of a half as one path of dots, which is cheap to draw even with many tiles.
 *  @param {number} count @param {number} y @param {number} angle */
function pips(count, y, angle) {
  const d = pipCentres(count).map(([x, down]) => `M${x.toFixed(3)} ${(y + down).toFixed(3)}h0`).join("");
  const width = pipSize(count);
  const [lightX, lightY] = screenDown(angle, 0.02);
  return svg("g", { class: "pips" },
    svg("path", { class: "pip-light", d, "stroke-width": width, transform: `translate(${lightX} ${lightY})` }),
    svg("path", { class: `pip pip-${count}`, d, "stroke-width": width }));
}

/** @param {number} count @param {number} y @param {number} angle */
function number(count, y, angle) {
  const text = svg("text", { class: `numeral pip-${count}`, transform: `translate(0 ${y}) rotate(${-angle})`, dy: "0.25" });
  text.textContent = String(count);
  return text;
}

function backFace() {
  return svg("g", { class: "back-pattern" },
    svg("rect", { x: -0.35, y: -0.85, width: 0.7, height: 1.7, rx: 0.07 }),
    svg("path", { d: "M0 -0.5L0.22 0L0 0.5L-0.22 0Z" }));
}
