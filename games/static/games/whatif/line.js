/** Lines: how a finished match is played on, written into a URL's fragment. Pure functions. */

/**
 * @typedef {{deal: number, step: number, seat: number, seed: string, moves: string[]}} Line
 *   leaves the match after `step` moves of a deal; with a `seed`, hidden tiles are imagined; `moves` are those of all
 *   seats since
 */

/** The separator between moves; the server uses the same one. */
export const BETWEEN = "_";

/** Return the line in a URL's fragment; without one, the start of the match. @param {string} hash @returns {Line} */
export function lineIn(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  /** @param {string} name @param {number} otherwise */
  const number = (name, otherwise) => (/^\d{1,5}$/.test(said.get(name) ?? "") ? Number(said.get(name)) : otherwise);
  const moves = (said.get("line") ?? "").split(BETWEEN).filter(Boolean);
  return { deal: number("deal", 1), step: number("move", 0), seat: number("seat", 0), seed: said.get("seed") ?? "", moves };
}

/** @param {Line} line */
export function hashOfLine({ deal, step, seat, seed, moves }) {
  const said = new URLSearchParams({ deal: String(deal), move: String(step), seat: String(seat) });
  if (seed) said.set("seed", seed);
  if (moves.length > 0) said.set("line", moves.join(BETWEEN));
  return `#${said}`;
}

/** Return the line without the seat's last own move and everything after it. @param {Line} line @param {number[]} seats who made each move */
export function takenBack(line, seats) {
  const last = seats.lastIndexOf(line.seat);
  return { ...line, moves: line.moves.slice(0, Math.max(last, 0)) };
}

/** Return a new seed. */
export function newSeed() {
  return Math.random().toString(36).slice(2, 8);
}
