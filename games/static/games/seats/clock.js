/** The time until the house acts, by the server's clock. */

import { find, svg } from "../../site/dom.js";

const CIRCLE = { cx: 22, cy: 22, r: 19.5, pathLength: 1 };

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

  /** Seconds since something was due that has not come. */
  get late() {
    return this.endsAt === null ? 0 : Math.max(0, (Date.now() - this.endsAt) / 1000);
  }
}

/** Return an empty ring for a seat. */
export function ring() {
  return svg("svg", { class: "ring", viewBox: "0 0 44 44", "aria-hidden": "true" },
    svg("circle", { class: "ring-track", ...CIRCLE }), svg("circle", { class: "ring-left", ...CIRCLE }));
}

/** Animate the ring with the clock, or stop it. @param {Element} ringNode @param {Clock} clock @param {boolean} running */
export function run(ringNode, clock, running) {
  const hand = find(".ring-left", ringNode, SVGElement);
  for (const animation of hand.getAnimations()) animation.cancel();
  const { left } = clock;
  ringNode.classList.toggle("running", running && left !== null);
  if (!running || left === null) return;
  const gone = 1 - Math.min(1, left / Math.max(clock.seconds, left, 1));
  hand.animate([{ strokeDashoffset: gone }, { strokeDashoffset: 1 }], { duration: left * 1000, fill: "forwards" });
}
