/** The largest size of tiles, which grows with the window and the player's preference. */

/** @type {Record<string, number>} */
const FACTORS = { small: 0.8, large: 1.3 };

/** Widths of the window between which tiles grow. */
const NARROW = 1280;
const WIDE = 1920;

/** Return the factor by which the player wants tiles enlarged. */
export function sizeFactor() {
  return FACTORS[document.documentElement.dataset.tileSize ?? ""] ?? 1;
}

/** Return a size for this window, between those for a narrow and a wide one. @param {number} narrow @param {number} wide */
export function grown(narrow, wide) {
  const share = Math.min(1, Math.max(0, (innerWidth - NARROW) / (WIDE - NARROW)));
  return (narrow + (wide - narrow) * share) * sizeFactor();
}
