/** Names of seats. */

/** @typedef {import("../protocol/state.js").State} State */

/** @param {State} state @param {number | null} seat */
export function nameOf(state, seat) {
  return seat === null ? "" : state.seats[seat]?.name ?? "";
}
