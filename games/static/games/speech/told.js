/** What is public, in sentences to listen to. */

import { fill, gettext, listed, ngettext } from "../../site/i18n.js";
import { moveSentence } from "../talk/sentences.js";
import { cardSentence, pileSentence } from "../talk/words.js";

/** @typedef {import("../protocol/state.js").State} State */

/** At least this many of the last moves are said, and with more seats one of each. */
const FEWEST_MOVES = 3;

/** Say how many tiles everybody holds, and how many are in the stock. @param {State} state */
export function countsSentence(state) {
  const { stock } = state.public;
  const rest = fill(ngettext("%(count)s tile in the stock.", "%(count)s tiles in the stock.", stock), { count: stock });
  return [...state.seats.flatMap(({ seat }) => handSentences(state, seat)), rest].join(" ");
}

/** @param {State} state @param {number} seat */
function handSentences({ seat: own, seats, public: shown }, seat) {
  const count = shown.hands[seat];
  const sentence = seat === own
    ? ngettext("You have %(count)s tile.", "You have %(count)s tiles.", count)
    : ngettext("%(name)s has %(count)s tile.", "%(name)s has %(count)s tiles.", count);
  return [fill(sentence, { name: seats[seat].name, count }), ...pileSentences(shown, seat)];
}

/** Say what lies in front of a seat in Two-Step. @param {Wire.Public} shown @param {number} seat */
function pileSentences({ cards, discards }, seat) {
  if (!cards) return [];
  const card = `${cardSentence(cards[seat])}.`, pile = discards?.[seat] ?? [];
  return pile.length > 0 ? [card, `${pileSentence(pile)}.`] : [card];
}

/** Say everybody's points in the match. @param {State} state */
export function scoresSentence({ seats }) {
  return fill(gettext("Points in the match: %(points)s."), { points: listed(seats.map(({ name, total }) => `${name} ${total}`)) });
}

/** Say everybody's points in the deal that has ended, and in the match. @param {State} state */
export function pointsSentence(state) {
  const { over, seats } = state;
  if (!over || over.reason === "void") return scoresSentence(state);
  const points = listed(seats.map(({ name, seat }) => `${name} ${over.scores[seat]}`));
  return `${fill(gettext("Points in this deal: %(points)s."), { points })} ${scoresSentence(state)}`;
}

/** Say the last moves, the newest at the end. @param {State} state */
export function lastMovesSentence(state) {
  const last = state.moves.slice(-Math.max(FEWEST_MOVES, state.seats.length));
  return last.map((played) => moveSentence(state, played)).join(" ") || gettext("Nobody has moved yet.");
}
