/** Points that count up from zero. */

import { isStill, lasting } from "../../site/motion.js";

const COUNTING = 900;

/** @param {HTMLElement} node @param {number} points */
export function countUp(node, points) {
  node.textContent = `+${points}`;
  if (isStill() || points === 0) return;
  const [start, length] = [performance.now(), lasting(COUNTING)];
  /** @param {number} time */
  const step = (time) => {
    const share = Math.min(1, Math.max(0, (time - start) / length));
    node.textContent = `+${Math.round(points * share)}`;
    if (share < 1 && node.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
