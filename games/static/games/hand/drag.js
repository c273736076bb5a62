/** Dragging one of the own tiles: within the hand to sort it, or onto a place of the table. */

import { tileImage } from "../tiles/tile.js";

const DRAG_AFTER = 8;

/** Tells `lift` (tile), `over` and `drop` (tile, x, y), and `land` when it is over either way. */
export class Drag extends EventTarget {
  /** @param {HTMLElement} root holds the pieces */
  constructor(root) {
    super();
    root.addEventListener("pointerdown", (event) => this.pressed(event));
    root.addEventListener("pointermove", (event) => this.moved(event));
    root.addEventListener("pointerup", (event) => this.released(event));
    root.addEventListener("pointercancel", () => this.end());
    root.addEventListener("click", (event) => this.swallow(event), true);
  }

  pressed(event) {
    const piece = event.target.closest(".piece");
    this.wasDrag = false;
    if (!piece || event.button !== 0 || this.ghost) return;
    this.piece = piece;
    this.start = { x: event.clientX, y: event.clientY };
    piece.setPointerCapture(event.pointerId);
  }

  moved(event) {
    if (!this.piece) return;
    const point = { x: event.clientX, y: event.clientY };
    if (!this.ghost && Math.hypot(point.x - this.start.x, point.y - this.start.y) < DRAG_AFTER) return;
    if (!this.ghost) this.lift();
    this.ghost.style.setProperty("transform", `translate(${point.x}px, ${point.y}px) translate(-50%, -50%) scale(1.06)`);
    this.tell("over", point);
  }

  lift() {
    this.ghost = tileImage(this.piece.dataset.tile);
    this.ghost.classList.add("flying");
    this.ghost.style.setProperty("width", `${this.piece.getBoundingClientRect().width}px`);
    document.body.append(this.ghost);
    this.piece.classList.add("lifted");
    this.tell("lift");
  }

  released(event) {
    if (this.ghost) {
      this.wasDrag = true;
      this.tell("drop", { x: event.clientX, y: event.clientY });
    }
    this.end();
  }

  end() {
    this.ghost?.remove();
    this.piece?.classList.remove("lifted");
    if (this.ghost) this.tell("land");
    this.ghost = this.piece = null;
  }

  /** The browser sends a click after a drag, which is none. */
  swallow(event) {
    if (this.wasDrag) event.stopPropagation();
    this.wasDrag = false;
  }

  tell(name, point = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail: { tile: this.piece.dataset.tile, ...point } }));
  }
}
