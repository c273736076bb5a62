/** What the table is waiting for while the reader cannot act. */

import { fill, gettext, listed, ngettext } from "../../site/i18n.js";
import { dealTitle } from "./endings.js";
import { nameOf } from "./names.js";

/** A bot that is late by this many seconds is waiting for other bots. */
const LATE = 2;

/** @typedef {import("../protocol/state.js").State} State */

/**
 * Say what the table is waiting for; empty if a player who is present is on turn, or if the match is over.
 * @param {State} state @param {number} late seconds since something was due @returns {string}
 */
export function waitingSentence(state, late) {
  if (state.result) return "";
  if (state.clock?.paused) return gettext("The organisers have paused the match: it goes on when they say so. Nothing is lost.");
  if (state.over) return [dealTitle(state), nextDeal(state)].filter(Boolean).join(" ");
  const { turn } = state.public;
  return turn === null || turn === state.seat ? "" : absence(state, turn, late);
}

/** Say who has to be ready before the next deal begins; empty if none comes, as at the end of a lesson. @param {State} state */
function nextDeal(state) {
  if (!state.clock?.ends_at) return "";
  const missing = state.seats.filter(({ bot, left, away, ready }) => !bot && !left && !away && !ready);
  const others = missing.filter(({ seat }) => seat !== state.seat).map(({ name }) => name);
  const isReaderMissing = others.length < missing.length;
  if (missing.length === 0) return gettext("The next deal comes in a moment.");
  if (others.length === 0) return gettext("The next deal comes at once when you are ready.");
  const sentence = isReaderMissing ? gettext("The next deal comes at once when you and %(names)s are ready.")
    : ngettext("The next deal comes at once when %(names)s is ready.", "The next deal comes at once when %(names)s are ready.", others.length);
  return fill(sentence, { names: listed(others) });
}

/** Say who has left the table for good between two states; empty if nobody has. @param {State} before @param {State} after */
export function departureSentence(before, after) {
  const gone = after.seats.filter(({ seat, left }) => left && !before.seats[seat].left && seat !== after.seat);
  const sentence = ngettext("%(names)s has left for good: the house plays on for them.", "%(names)s have left for good: the house plays on for them.", gone.length);
  return gone.length === 0 ? "" : fill(sentence, { names: listed(gone.map(({ name }) => name)) });
}

/** Say who plays for the player on turn if they are absent; empty if they are present. @param {State} state @param {number} turn @param {number} late */
function absence(state, turn, late) {
  const { bot, left, away, online } = state.seats[turn];
  const name = nameOf(state, turn);
  if (bot && late > LATE) return fill(gettext("%(name)s is still thinking: many bots are playing at the moment."), { name });
  if (left || away) return fill(gettext("%(name)s is not there: the house plays in a moment."), { name });
  return bot || online ? "" : fill(gettext("%(name)s is offline: the house plays when the time is up."), { name });
}
