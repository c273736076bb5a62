/** The time until the site acts, by the server's clock. */

import { find, svg } from "../../site/dom.js";

const CIRCLE = { cx: 22, cy: 22, r: 19.5, pathLength: 1 };

/** The number of steps in which a ring runs down; each is about a pixel. An animation would redraw it sixty times a
 *  second, which takes a quarter of a core and drains a phone's battery. */
const STEPS = 120;

/** @type {WeakMap<Element, number>} */
const ticking = new WeakMap();

export class Clock {
  constructor() {
    /** @type {number | null} */
    this.endsAt = null;
    this.seconds = 0;
  }

  /** @param {Wire.Clock | null} clock as in the message */
  set(clock) {
    this.endsAt = clock?.ends_at ? Date.now() + (clock.ends_at - clock.now) * 1000 : null;
    this.seconds = clock?.seconds ?? 0;
  }

  /** Seconds left, or null if nothing is due. */
  get left() {
    return this.endsAt === null ? null : Math.max(0, (this.endsAt - Date.now()) / 1000);
  }

  /** Seconds by which an expected message is late. */
  get late() {
    return this.endsAt === null ? 0 : Math.max(0, (Date.now() - this.endsAt) / 1000);
  }
}

/** Return an empty ring for a seat. */
export function ring() {
  return svg("svg", { class: "ring", viewBox: "0 0 44 44", "aria-hidden": "true" },
    svg("circle", { class: "ring-track", ...CIRCLE }), svg("circle", { class: "ring-left", ...CIRCLE }));
}

/** Make the ring run down with the clock, or stop it. @param {Element} ringNode @param {Clock} clock @param {boolean} running */
export function run(ringNode, clock, running) {
  const { left } = clock;
  clearInterval(ticking.get(ringNode));
  ringNode.classList.toggle("running", running && left !== null);
  if (!running || left === null) return;
  const hand = find(".ring-left", ringNode, SVGElement), whole = Math.max(clock.seconds, left, 1);
  const step = () => {
    hand.style.strokeDashoffset = String(1 - (clock.left ?? 0) / whole);
    if (!clock.left || !ringNode.isConnected) clearInterval(ticking.get(ringNode));
  };
  step();
  ticking.set(ringNode, setInterval(step, whole * 1000 / STEPS));
}
