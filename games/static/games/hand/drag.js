/** Dragging one of the player's tiles, within the hand to sort it, or onto a place of the table. */

import { data, hit } from "../../site/dom.js";
import { Emitter } from "../basics/emitter.js";
import { tileImage } from "../tiles/tile.js";

const DRAG_AFTER = 8;

/** @typedef {{x: number, y: number}} Point in pixels of the window */

/**
 * Emits `lift`, `over` and `drop` for a tile, and always `land` at the end.
 * @extends {Emitter<{lift: [tile: string], over: [tile: string, at: Point], drop: [tile: string, at: Point], land: []}>}
 */
export class Drag extends Emitter {
  /** @param {HTMLElement} root holds the pieces */
  constructor(root) {
    super();
    /** The pressed tile, which may be dragged. @type {{piece: HTMLElement, tile: string, start: Point} | null} */
    this.held = null;
    /** The moving image. @type {SVGElement | null} */
    this.ghost = null;
    this.wasDrag = false;
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", () => this.end());
    root.addEventListener("click", (event) => this.swallow(event), true);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const piece = hit(event, ".piece");
    this.wasDrag = false;
    if (!piece || event.button !== 0 || this.ghost) return;
    this.held = { piece, tile: data(piece, "tile"), start: pointOf(event) };
    piece.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (!this.held) return;
    const { piece, tile, start } = this.held;
    const { x, y } = pointOf(event);
    if (!this.ghost && Math.hypot(x - start.x, y - start.y) < DRAG_AFTER) return;
    this.ghost ??= this.lift(piece, tile);
    this.ghost.style.setProperty("transform", `translate(${x}px, ${y}px) translate(-50%, -50%) scale(1.06)`);
    this.tell("over", tile, { x, y });
  }

  /** @param {HTMLElement} piece @param {string} tile */
  lift(piece, tile) {
    const ghost = tileImage(tile);
    ghost.classList.add("flying");
    ghost.style.setProperty("width", `${piece.getBoundingClientRect().width}px`);
    document.body.append(ghost);
    piece.classList.add("lifted");
    this.tell("lift", tile);
    return ghost;
  }

  /** @param {PointerEvent} event */
  released(event) {
    if (this.held && this.ghost) {
      this.wasDrag = true;
      this.tell("drop", this.held.tile, pointOf(event));
    }
    this.end();
  }

  end() {
    this.held?.piece.classList.remove("lifted");
    if (this.ghost) {
      this.ghost.remove();
      this.tell("land");
    }
    this.ghost = this.held = null;
  }

  /** Swallow the click that browsers send after a drag. @param {Event} event */
  swallow(event) {
    if (this.wasDrag) event.stopPropagation();
    this.wasDrag = false;
  }
}

/** @param {PointerEvent} event @returns {Point} */
function pointOf({ clientX, clientY }) {
  return { x: clientX, y: clientY };
}
