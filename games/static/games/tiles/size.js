/** How large tiles are at most: they grow with the window, and by the player's choice. */

/** @type {Record<string, number>} */
const FACTORS = { small: 0.8, large: 1.3 };

/** Widths of the window between which tiles grow. */
const NARROW = 1280;
const WIDE = 1920;

/** By how much the player likes tiles larger than usual. */
export function sizeFactor() {
  return FACTORS[document.documentElement.dataset.tileSize ?? ""] ?? 1;
}

/** Return a size between what it is in a narrow window and in a wide one. @param {number} narrow @param {number} wide */
export function grown(narrow, wide) {
  const share = Math.min(1, Math.max(0, (innerWidth - NARROW) / (WIDE - NARROW)));
  return (narrow + (wide - narrow) * share) * sizeFactor();
}
