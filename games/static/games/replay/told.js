/** The sentence that a replay shows at a ply. */

import { fill, gettext } from "../../site/i18n.js";
import { dealTitle } from "../talk/endings.js";
import { newsSentence, resultSentence } from "../talk/sentences.js";

/** Say what has just happened. @param {import("./steps.js").Step} at @param {number} step */
export function sentenceAt({ state, events }, step) {
  const ending = [state.over && dealTitle(state), state.result && resultSentence(state)];
  const news = newsSentence(state, events) || (step === 0 && gettext("The tiles are dealt."));
  return [news, ...ending].filter(Boolean).join(" ");
}

/** @param {import("./steps.js").Place} place @param {number} count of steps */
export function whereSentence({ deal, step }, count) {
  return fill(gettext("Deal %(deal)s, move %(move)s of %(moves)s"), { deal, move: step, moves: count - 1 });
}
