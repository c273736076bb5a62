/** What a replay shows at every ply of a deal, computed from the messages of the table. Pure functions. */

import { afterMove, fromView } from "../protocol/state.js";

/** @typedef {import("../protocol/state.js").State} State */
/** @typedef {{state: State, events: Wire.Event[], hands: string[][]}} Step what everyone saw, what had just happened, and all hands */
/** @typedef {{deal: number, step: number}} Place `step` counts the moves of the deal */

/** Return the start of a deal and what followed each move; of a running match without hands. @param {Wire.Replayed} replay @returns {Step[]} */
export function stepsOf({ view, plies, ...opened }) {
  const steps = [{ state: withPeople(fromView(view)), events: view.events, hands: "hands" in opened ? opened.hands : [] }];
  for (const ply of plies) {
    const { state } = steps[steps.length - 1];
    steps.push({ state: withPeople(afterMove(state, ply.moved)), events: ply.moved.events, hands: "hands" in ply ? ply.hands : [] });
  }
  return steps;
}

/** Return the state with everybody shown as present: replays do not show who was away or offline. @param {State} state @returns {State} */
export function withPeople(state) {
  return { ...state, seats: state.seats.map((seat) => ({ ...seat, online: true, away: false, left: false, ready: false })) };
}

/** Return the state with all hands open, or only that of one seat. @param {Step} step @param {number | null} eyes @returns {State} */
export function seenBy({ state, hands }, eyes) {
  return { ...state, open: hands.map((hand, seat) => (eyes === null || seat === eyes ? hand : null)) };
}

/** Return the place in a URL's fragment, such as #2-17. @param {string} hash @returns {Place | null} */
export function placeIn(hash) {
  const found = /^#(\d{1,3})-(\d{1,5})$/.exec(hash);
  return found && { deal: Number(found[1]), step: Number(found[2]) };
}

/** @param {Place} place */
export function hashOf({ deal, step }) {
  return `#${deal}-${step}`;
}
