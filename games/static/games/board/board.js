/** The layout: tiles where the server puts them, the open ends, and the places to choose from. */

import { findAll, hit, svg } from "../../site/dom.js";
import { Emitter } from "../basics/emitter.js";
import { Camera, around } from "./camera.js";
import { beyond, ghost, placeButton, spread, thread } from "./places.js";
import { sizeFactor } from "../tiles/size.js";
import { tileAt } from "../tiles/tile.js";
import { makesSeven, neededAt } from "../talk/refusals.js";

/** A tap within this many pixels of a place counts as one on it; the nearest wins. */
const TOUCH = 28;
/** If half a tile is smaller than this many pixels, the camera zooms in on the places. */
const LEGIBLE = 20;

/** Emits `choose` with the move of a place, or `decline`. @extends {Emitter<{choose: [move: string], decline: []}>} */
export class Board extends Emitter {
  /** @param {SVGSVGElement} canvas @param {() => import("./camera.js").Box} margins */
  constructor(canvas, margins) {
    super();
    this.canvas = canvas;
    this.layers = { threads: layer("threads"), leads: layer("leads"), ends: layer("ends"), tiles: layer("tiles"), advice: layer("advice"), places: layer("places") };
    const world = svg("g", {}, ...Object.values(this.layers));
    canvas.replaceChildren(world); // the page may have come with a picture
    this.camera = new Camera(canvas, world, margins);
    /** @type {Wire.Laid[]} */
    this.laid = [];
    /** @type {Wire.Spot[]} */
    this.ends = [];
    /** @type {import("./places.js").Offer[]} */
    this.offers = [];
    this.closer = false;
    canvas.addEventListener("click", (event) => this.clicked(event));
  }

  /** Lay these tiles, unless they are already there. @param {Wire.Laid[]} layout */
  draw(layout) {
    if (isSame(layout, this.laid)) return;
    this.layers.threads.replaceChildren();
    this.layers.tiles.replaceChildren();
    this.laid = [];
    for (const laid of layout) this.add(laid);
  }

  /** @param {Wire.Laid} laid */
  add(laid) {
    const tile = tileAt(laid);
    if (laid.link) this.layers.threads.append(thread(laid.link));
    this.layers.tiles.append(tile);
    this.laid.push(laid);
    return tile;
  }

  /** Mark the newest tiles, so that they are easy to spot. @param {string[]} tiles */
  markLast(tiles) {
    for (const node of this.layers.tiles.children) node.classList.toggle("last", tiles.includes(node.getAttribute("data-tile") ?? ""));
  }

  /** Show where a tile lies; with null, stop showing it. @param {string | null} tile */
  point(tile) {
    for (const node of this.layers.tiles.children) node.classList.toggle("pointed", tile !== null && node.getAttribute("data-tile") === tile);
  }

  /** Mark each open end with what it needs. @param {import("../protocol/state.js").State} state */
  markEnds({ ends, public: shown }) {
    this.ends = ends.flatMap((end) => end.spots);
    this.layers.ends.replaceChildren(...ends.flatMap((end) => end.spots.map((spot) => endMark(spot, neededAt(shown, end.pips), makesSeven(shown)))));
    this.layers.ends.classList.toggle("binding", Boolean(shown.must));
    this.look();
  }

  /** Keep all tiles and all possible next places in view. */
  look() {
    this.camera.follow(around([...this.laid, ...this.ends]));
  }

  /** Highlight the places of a tile. @param {import("./places.js").Offer[]} offers */
  offer(offers) {
    this.offers = spread(offers);
    this.layers.places.replaceChildren(...this.offers.map(placeButton));
    this.layers.leads.replaceChildren(...this.offers.flatMap(({ spot }) => (spot.link ? [thread(spot.link)] : [])));
    this.canvas.classList.toggle("choosing", offers.length > 0);
    if (offers.length > 0) this.lookCloser();
    else if (this.closer) this.lookBack();
  }

  /** Show where a hint would lay a tile: among the places to choose from, if there are any. @param {import("./places.js").Offer | null} offer */
  advise(offer) {
    for (const place of this.buttons) place.classList.toggle("advised", place.dataset.move === offer?.move);
    this.layers.advice.replaceChildren(...(offer && this.offers.length === 0 ? [ghost(offer)] : []));
  }

  lookCloser() {
    const { camera } = this;
    const legible = LEGIBLE * sizeFactor();
    if (camera.target.scale >= legible || !camera.following) return;
    this.closer = true;
    camera.glide(camera.lookAt(around(this.offers.map(({ spot }) => spot), 2), legible * 1.4));
  }

  lookBack() {
    this.closer = false;
    this.look();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (this.offers.length === 0 || this.camera.dragged) return;
    const nearest = event.detail > 0 ? this.nearest({ x: event.clientX, y: event.clientY })?.move : null;
    this.choose(nearest ?? hit(event, ".place", SVGElement)?.dataset.move);
  }

  /** @param {string | undefined} move undefined after a click outside all places */
  choose(move) {
    if (move) this.tell("choose", move);
    else this.tell("decline");
  }

  /** Return the place that a point of the window is on, or close to. @param {import("./camera.js").Point} point */
  nearest(point) {
    const within = this.offers
      .map((offer) => ({ offer, ...beyond(this.screenSpot(offer.spot), point) }))
      .filter(({ outside }) => outside < TOUCH)
      .sort((one, other) => one.outside - other.outside || one.distance - other.distance);
    return within[0]?.offer ?? null;
  }

  /** Highlight one place while a tile is dragged over it. @param {string | undefined} move */
  hover(move) {
    for (const place of this.buttons) place.classList.toggle("hovered", place.dataset.move === move);
  }

  get buttons() {
    return findAll(".place", this.layers.places, SVGElement);
  }

  /** Return where a tile lies, or will lie, on the screen. @param {Wire.Spot} spot */
  screenSpot(spot) {
    return { ...this.camera.toScreen(spot), angle: spot.angle, width: this.camera.target.scale };
  }
}

/** @param {Wire.Laid[]} layout @param {Wire.Laid[]} laid */
function isSame(layout, laid) {
  return layout.length === laid.length && layout.every((tile, index) => JSON.stringify(tile) === JSON.stringify(laid[index]));
}

/** @param {string} name */
function layer(name) {
  return svg("g", { class: name });
}

/**
 * Return the mark of an open end: the number that fits. Where halves are added up, it is the number that is missing, or a
 * star if only a cardinal fits.
 * @param {Wire.Spot} spot @param {number | null} needed @param {boolean} isAdded
 */
function endMark({ x, y, angle }, needed, isAdded) {
  const text = svg("text", { class: `pip-${needed}`, dy: "0.19" });
  text.textContent = needed === null ? "★" : isAdded ? `+${needed}` : String(needed);
  return svg("g", { class: "end", transform: `translate(${x} ${y})` },
    svg("rect", { x: -0.45, y: -0.95, width: 0.9, height: 1.9, rx: 0.16, transform: `rotate(${angle})` }), svg("circle", { r: 0.34 }), text);
}
