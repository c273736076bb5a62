/** What a lesson shows at each step, computed from the moves that the server has played. Pure functions. */

import { afterMove, fromView, withMine } from "../protocol/state.js";

/** @typedef {import("../protocol/state.js").State} State */
/** @typedef {{state: State, moved: Wire.Moved}} Frame what everyone sees after a move */
/**
 * @typedef {{words: Wire.LessonStep, opening: State, frames: Frame[], asked: State, answers: Map<string, Frame>}} Step
 *   `opening` is shown first, then `frames` one after another; `asked` is what the reader sees when it is their turn
 */

/** @param {Wire.Lesson} lesson @returns {Step[]} */
export function stepsOf({ steps }) {
  /** @type {State | null} */
  let state = null;
  return steps.map((words) => {
    const opening = /** @type {State} */ (words.view ? fromView(words.view) : state);
    const frames = [];
    let asked = opening;
    for (const ply of words.plies) {
      const frame = after(asked, ply);
      frames.push(frame);
      asked = frame.state;
    }
    const answers = new Map(Object.entries(words.answers).map(([move, ply]) => [move, after(asked, ply)]));
    state = [...answers.values()][0]?.state ?? asked;
    return { words, opening, frames, asked, answers };
  });
}

/** Return what the reader sees after a move. @param {State} state @param {Wire.SeatPly} ply @returns {Frame} */
export function after(state, { moved, mine }) {
  return { state: withMine(afterMove(state, moved), mine), moved };
}

/** Return a state in which the reader has no moves. @param {State} state @returns {State} */
export function watched(state) {
  return { ...state, mine: state.mine && { ...state.mine, legal: [] } };
}

/** Return the index of the step in a URL's fragment, such as #3. @param {string} hash @param {number} count of steps */
export function stepIn(hash, count) {
  const found = /^#(\d{1,2})$/.exec(hash);
  return found ? Math.min(Math.max(Number(found[1]), 1), count) - 1 : 0;
}
