/** Whether and how fast things move, according to the reader's system and preferences. */

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** How long animations last, relative to the usual time. @type {Record<string, number>} */
const FACTORS = { fast: 0.5, slow: 2 };

/** Whether nothing may move across the page. */
export function isStill() {
  return reducedMotion.matches || document.documentElement.dataset.animation === "none";
}

/** Return how long an animation lasts for this reader. @param {number} usually in milliseconds */
export function lasting(usually) {
  return usually * (FACTORS[document.documentElement.dataset.animation ?? ""] ?? 1);
}
