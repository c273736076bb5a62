/** What the table is waiting for while the reader cannot act. */

import { fill, gettext, listed } from "../../site/i18n.js";
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
  if (state.over) return `${dealTitle(state)} ${nextDeal(state)}`;
  const { turn } = state.public;
  return turn === null || turn === state.seat ? "" : absence(state, turn, late);
}

/** Say who has to be ready before the next deal begins. @param {State} state */
function nextDeal(state) {
  const missing = state.seats.filter(({ bot, left, away, ready }) => !bot && !left && !away && !ready);
  const names = listed(missing.filter(({ seat }) => seat !== state.seat).map(({ name }) => name));
  const waitsForReader = missing.some(({ seat }) => seat === state.seat);
  if (waitsForReader) return names ? fill(gettext("The next deal waits for you, and for %(names)s."), { names }) : gettext("The next deal waits for you.");
  return names ? fill(gettext("The next deal waits for %(names)s."), { names }) : gettext("The next deal comes in a moment.");
}

/** Say who plays for the player on turn if they are absent; empty if they are present. @param {State} state @param {number} turn @param {number} late */
function absence(state, turn, late) {
  const { bot, left, away, online } = state.seats[turn];
  const name = nameOf(state, turn);
  if (bot && late > LATE) return fill(gettext("%(name)s is still thinking: many bots are playing at the moment."), { name });
  if (left || away) return fill(gettext("%(name)s is not there: the house plays in a moment."), { name });
  return bot || online ? "" : fill(gettext("%(name)s is offline: the house plays when the time is up."), { name });
}
