/** Points that count up from nothing. */

import { reducedMotion } from "../../site/motion.js";

const COUNTING = 900;

/** @param {HTMLElement} node @param {number} points */
export function countUp(node, points) {
  node.textContent = `+${points}`;
  if (reducedMotion.matches || points === 0) return;
  const start = performance.now();
  /** @param {number} time */
  const step = (time) => {
    const share = Math.min(1, Math.max(0, (time - start) / COUNTING));
    node.textContent = `+${Math.round(points * share)}`;
    if (share < 1 && node.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
