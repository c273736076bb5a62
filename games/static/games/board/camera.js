/** The part of the table in view: it fits the layout until the player drags, pinches or turns the wheel. */

import { isStill, lasting } from "../../site/motion.js";
import { Emitter } from "../basics/emitter.js";
import { grown } from "../tiles/size.js";

/** The most pixels per unit in a narrow and in a wide window, and how far the player can zoom beyond that. */
const CLOSEST = [46, 80];
const ZOOMED = 92;
const FARTHEST = 3;
const GLIDE = 380;
/** Below this many pixels per unit, the marks of the ends no longer shrink with the table, up to a limit. */
const LEGIBLE = 24;
const LARGEST_GROWTH = 2;
const DRAG_AFTER = 6;

/** @typedef {{x: number, y: number, scale: number}} Look the middle in half-tile units, and pixels per unit */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/** Emits `change` when it starts or stops following the layout. @extends {Emitter<{change: []}>} */
export class Camera extends Emitter {
  /**
   * @param {SVGSVGElement} canvas @param {SVGElement} world
   * @param {() => Box} margins pixels covered by other things at each side
   */
  constructor(canvas, world, margins) {
    super();
    this.canvas = canvas;
    this.world = world;
    this.margins = margins;
    this.following = true;
    /** Whether the wheel alone zooms; otherwise it scrolls the page, and zooms with Ctrl. */
    this.wheelZooms = true;
    /** What to keep in view. @type {Box} */
    this.box = { left: -2, right: 2, top: -2, bottom: 2 };
    /** @type {Look} */
    this.now = this.target = { x: 0, y: 0, scale: 30 };
    /** The size of the canvas, and how much of it is covered. @type {Box & {width: number, height: number} | null} */
    this.measured = null;
    this.drawn = false;
    this.frameRequest = 0;
    /** The fingers on the canvas, by pointer id. @type {Map<number, Point>} */
    this.pointers = new Map();
    this.travelled = 0;
    this.listen();
    new ResizeObserver(() => this.resized()).observe(canvas);
  }

  listen() {
    const { canvas } = this;
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.pressed(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.released(event));
    canvas.addEventListener("pointercancel", (event) => this.released(event));
  }

  resized() {
    this.measure();
    this.jump(this.following ? this.lookAt(this.box) : this.target);
  }

  measure() {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.measured = { width, height, ...this.margins() };
    return this.measured;
  }

  get frame() {
    return this.measured ?? this.measure();
  }

  /** The middle of the uncovered area. */
  get middle() {
    const { width, height, left, right, top, bottom } = this.frame;
    return { x: (left + width - right) / 2, y: (top + height - bottom) / 2 };
  }

  /** Return the look in which `box` fills the uncovered area. @param {Box} box @returns {Look} */
  lookAt(box, closest = grown(CLOSEST[0], CLOSEST[1])) {
    const { width, height, left, right, top, bottom } = this.frame;
    const scale = Math.min((width - left - right) / (box.right - box.left), (height - top - bottom) / (box.bottom - box.top), closest);
    return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale: Math.max(scale, FARTHEST) };
  }

  /** Keep all of `box` in view, unless the player has moved the camera. @param {Box} box */
  follow(box) {
    this.box = box;
    if (!this.following) return;
    this.measure();
    this.glide(this.lookAt(box));
  }

  fit() {
    this.measure();
    this.setFollowing(true);
    this.glide(this.lookAt(this.box));
  }

  /** @param {boolean} following */
  setFollowing(following) {
    this.following = following;
    this.tell("change");
  }

  /** @param {Look} look */
  glide(look) {
    this.target = look;
    if (isStill() || !this.drawn || document.hidden) return this.jump(look);
    const from = this.now;
    const [start, length] = [performance.now(), lasting(GLIDE)];
    cancelAnimationFrame(this.frameRequest);
    /** @param {number} time */
    const step = (time) => {
      const share = Math.min(1, Math.max(0, (time - start) / length));
      this.draw(between(from, look, 1 - (1 - share) ** 3));
      if (share < 1) this.frameRequest = requestAnimationFrame(step);
    };
    this.frameRequest = requestAnimationFrame(step);
  }

  /** @param {Look} look */
  jump(look) {
    cancelAnimationFrame(this.frameRequest);
    this.target = look;
    this.draw(look);
  }

  /** @param {Look} look */
  draw(look) {
    this.now = look;
    this.drawn = true;
    const { x, y } = this.middle;
    this.world.setAttribute("transform", `translate(${x - look.x * look.scale} ${y - look.y * look.scale}) scale(${look.scale})`);
    this.world.style.setProperty("--grow", String(Math.min(LARGEST_GROWTH, Math.max(1, LEGIBLE / look.scale))));
  }

  /** Return where a point of the table is, or will be after gliding, in pixels of the window. @param {Point} point */
  toScreen(point, look = this.target) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const { x, y } = this.middle;
    return { x: left + x + (point.x - look.x) * look.scale, y: top + y + (point.y - look.y) * look.scale };
  }

  /** Zoom by `factor` around the window's point `at`. @param {number} factor @param {Point} at */
  zoom(factor, at) {
    const scale = Math.min(ZOOMED, Math.max(FARTHEST, this.now.scale * factor));
    const shift = 1 / this.now.scale - 1 / scale;
    const centre = this.toScreen(this.now, this.now);
    this.setFollowing(false);
    this.jump({ x: this.now.x + (at.x - centre.x) * shift, y: this.now.y + (at.y - centre.y) * shift, scale });
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.setFollowing(false);
    this.jump({ x: this.now.x - dx / this.now.scale, y: this.now.y - dy / this.now.scale, scale: this.now.scale });
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.wheelZooms && !event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (this.pointers.size === 0) this.travelled = 0;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) return;
    if (event.buttons === 0) return this.released(event); // beside the canvas
    const here = { x: event.clientX, y: event.clientY };
    this.travelled += Math.hypot(here.x - last.x, here.y - last.y);
    if (this.pointers.size === 1 && this.travelled < DRAG_AFTER) return;
    this.canvas.setPointerCapture(event.pointerId);
    const before = this.grip;
    this.pointers.set(event.pointerId, here);
    const after = this.grip;
    this.pan(after.x - before.x, after.y - before.y);
    if (before.width > 0) this.zoom(after.width / before.width, after);
  }

  /** @param {PointerEvent} event */
  released(event) {
    this.pointers.delete(event.pointerId);
  }

  /** The middle between the fingers, and their distance. */
  get grip() {
    const [one, other = one] = this.pointers.values();
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, width: Math.hypot(one.x - other.x, one.y - other.y) };
  }

  /** Whether the press that just ended was a drag rather than a click. */
  get dragged() {
    return this.travelled >= DRAG_AFTER;
  }
}

/** @param {Look} from @param {Look} to @param {number} share */
function between(from, to, share) {
  /** @param {number} a @param {number} b */
  const mix = (a, b) => a + (b - a) * share;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
}

/** Return the box around tiles at these spots. @param {Wire.Spot[]} spots @returns {Box} */
export function around(spots, margin = 0.6) {
  const box = { left: -1, right: 1, top: -1, bottom: 1 };
  for (const { x, y, angle } of spots) {
    const turn = (angle * Math.PI) / 180;
    const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
    const [reachX, reachY] = [cos / 2 + sin, sin / 2 + cos];
    box.left = Math.min(box.left, x - reachX);
    box.right = Math.max(box.right, x + reachX);
    box.top = Math.min(box.top, y - reachY);
    box.bottom = Math.max(box.bottom, y + reachY);
  }
  return { left: box.left - margin, right: box.right + margin, top: box.top - margin, bottom: box.bottom + margin };
}
