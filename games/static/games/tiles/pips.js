/** Where the pips lie on a half, 0 to 18, in columns along the tile's length as on real tiles. */

/** @typedef {[number, number]} Point */

/** The pips in each column of an upright half, from left to right. @type {Record<number, number[]>} */
const COLUMNS = {
  10: [4, 2, 4], 11: [4, 3, 4], 12: [4, 4, 4],
  13: [4, 5, 4], 14: [5, 4, 5], 15: [5, 5, 5],
  16: [5, 6, 5], 17: [6, 5, 6], 18: [6, 6, 6],
};

/** Points of the three-by-three grid that numbers up to nine use. */
/** @type {Record<string, Point[]>} */
const SPOTS = {
  middle: [[0, 0]],
  rising: [[1, -1], [-1, 1]],
  falling: [[-1, -1], [1, 1]],
  flanks: [[-1, 0], [1, 0]],
  poles: [[0, -1], [0, 1]],
};
const SMALL = [
  [], ["middle"], ["rising"], ["rising", "middle"], ["rising", "falling"], ["rising", "falling", "middle"],
  ["rising", "falling", "flanks"], ["rising", "falling", "flanks", "middle"],
  ["rising", "falling", "flanks", "poles"], ["rising", "falling", "flanks", "poles", "middle"],
];
const REACH = 0.27;
const SPREAD = 0.31;

/** @param {number} count @returns {Point[]} centres in half-tile units around the middle of the half */
export function pipCentres(count) {
  return count < SMALL.length ? small(count) : columns(COLUMNS[count]);
}

/** Return the diameter of the pips, which leaves some space between them. @param {number} count */
export function pipSize(count) {
  if (count < 10) return count < 7 ? 0.2 : 0.185;
  return [0.16, 0.15, 0.128][Math.floor((count - 10) / 3)];
}

/** @param {number} count @returns {Point[]} */
function small(count) {
  return SMALL[count].flatMap((name) => SPOTS[name]).map(([x, y]) => [x * REACH, y * REACH]);
}

/** @param {number[]} counts @returns {Point[]} */
function columns(counts) {
  const pitch = (2 * SPREAD + 0.04) / (Math.max(...counts) - 1);
  return counts.flatMap((count, column) => pipColumn(count, (column - 1) * SPREAD * 0.94, pitch));
}

/** @param {number} count @param {number} x @param {number} pitch @returns {Point[]} */
function pipColumn(count, x, pitch) {
  return Array.from({ length: count }, (_, row) => [x, (row - (count - 1) / 2) * pitch]);
}
