/** What was public at every ply of a running match: what was seen here, and what the server adds. */

/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("../protocol/state.js").State} State */

export class Timeline {
  constructor() {
    /** The steps of each deal that were seen here, without gaps. @type {Map<number, Step[]>} */
    this.seen = new Map();
    /** The steps of each deal that came from the server. @type {Map<number, Step[]>} */
    this.told = new Map();
  }

  /** Note what is shown now. @param {State} state @param {Wire.Event[] | null} events what has just happened; null if that is unknown */
  see(state, events) {
    const seen = this.seen.get(state.deal) ?? [];
    const last = seen[seen.length - 1];
    if (last?.state.ply === state.ply) last.state = state;
    else if (last?.state.ply === state.ply - 1) seen.push({ state, events: events ?? [], hands: [] });
    else this.seen.set(state.deal, [{ state, events: events ?? [], hands: [] }]);
  }

  /** Add what the server tells. @param {number} deal @param {Step[]} steps from the start of the deal */
  learn(deal, steps) {
    this.told.set(deal, steps);
  }

  /** Return all steps of a deal that are known, or null if the first ones are not. @param {number} deal @returns {Step[] | null} */
  steps(deal) {
    const seen = this.seen.get(deal) ?? [];
    const told = this.told.get(deal) ?? [];
    if (seen[0]?.state.moves.length === 0) return seen;
    if (told.length === 0) return null;
    const first = seen[0]?.state.ply ?? Infinity;
    const earlier = told.filter(({ state }) => state.ply <= first);
    const hasGap = seen.length > 0 && earlier[earlier.length - 1].state.ply < first;
    return hasGap ? null : [...earlier, ...seen.slice(1)];
  }
}

/** Return a step as shown while the match goes on: with the current people and the reader's current hand. @param {Step} step @param {State} now @returns {State} */
export function asOf({ state }, now) {
  const seats = state.seats.map(({ seat, total }) => ({ ...now.seats[seat], total, ready: false }));
  return { ...state, seats, seat: now.seat, mine: now.mine && { ...now.mine, legal: [] }, isPast: true };
}
