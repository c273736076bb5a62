/** Parsing moves and tiles by their form only; the server decides what is legal. */

/**
 * @typedef {{text: string, kind: string, tile: string | null, place: string, facing: string | null}} Move
 * `kind` is place, draw, pass, end or discard; `facing` is the half of a cardinal that faces out.
 */

const PLACING = /^(\d+-\d+)@([^>]+)(?:>(\d+))?$/;
const DISCARDING = /^discard (\d+-\d+)$/;

/** @param {string} text @returns {Move} */
export function readMove(text) {
  const placing = PLACING.exec(text);
  if (placing) return { text, kind: "place", tile: placing[1], place: placing[2], facing: placing[3] ?? null };
  const discarding = DISCARDING.exec(text);
  if (discarding) return { text, kind: "discard", tile: discarding[1], place: "", facing: null };
  return { text, kind: text, tile: null, place: "", facing: null };
}

/** @param {string} tile @returns {[number, number]} the halves, the higher first */
export function halves(tile) {
  const [high, low] = tile.split("-");
  return [Number(high), Number(low)];
}

/** Return a typed move with small slips corrected: spaces, capitals, the lower half first. @param {string} typed */
export function tidy(typed) {
  const text = typed.trim().replace(/\s+/g, " ");
  if (!text.includes("@")) return tidyTiles(text.toLowerCase());
  return tidyTiles(text.replace(/ /g, "").toUpperCase());
}

/** @param {string} text */
function tidyTiles(text) {
  return text.replace(/(\d+)-(\d+)/g, (_, one, other) => (Number(one) < Number(other) ? `${other}-${one}` : `${one}-${other}`));
}
