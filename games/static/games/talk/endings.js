/** How a deal or a match ended, in each game's own words. */

import { fill, gettext, listed, ngettext } from "../../site/i18n.js";
import { nameOf } from "./names.js";

/** @typedef {import("../protocol/state.js").State} State */

/** Return the seats with the best result in the deal; none if it is void. @param {State} state @returns {number[]} */
export function dealWinners({ over, public: shown }) {
  if (!over || over.reason === "void") return [];
  const scores = over.scores.map((score, seat) => ({ score, seat }));
  if (shown.cards) return scores.filter(({ score }) => score > 0).map(({ seat }) => seat);
  if (over.reason === "out" && shown.out?.length) return [shown.out[0]];
  const least = Math.min(...over.scores);
  return scores.filter(({ score }) => score === least).map(({ seat }) => seat);
}

/** Say who has won the deal, and how. @param {State} state */
export function dealTitle(state) {
  const { over, public: shown, moves } = state;
  const winners = dealWinners(state);
  if (over?.reason === "void") return shown.cards && moves.length > 0 ? gettext("Two left feet: nobody scores.") : gettext("The deal is void: nobody scores.");
  if (over?.reason === "blocked") return blockedTitle(state, winners);
  if (winners.length !== 1) return gettext("The deal is over.");
  const [own, others] = shown.cards ? CLEARED() : shown.out ? OUT_FIRST() : WENT_OUT();
  return fill(winners[0] === state.seat ? own : others, { name: nameOf(state, winners[0]) });
}

/** @param {State} state @param {number[]} winners */
function blockedTitle(state, winners) {
  if (winners.length === 1 && winners[0] === state.seat) return gettext("Blocked: you score the fewest points.");
  const names = listed(winners.map((seat) => nameOf(state, seat)));
  return fill(ngettext("Blocked: %(names)s scores the fewest points.", "Blocked: %(names)s score the fewest points.", winners.length), { names });
}

const CLEARED = () => [gettext("You have cleared your dance card!"), gettext("%(name)s has cleared their dance card!")];
const OUT_FIRST = () => [gettext("You are out first!"), gettext("%(name)s is out first!")];
const WENT_OUT = () => [gettext("You go out!"), gettext("%(name)s goes out!")];

/** Say what follows from the way the deal ended. @param {State} state */
export function dealReason(state) {
  const { over, public: shown, moves } = state;
  if (!over) return "";
  if (over.reason === "void") {
    if (moves.length === 0) return gettext("Nobody could open, so the tiles are dealt again.");
    return gettext("The stock is empty, and nobody placed another tile. The tiles are dealt again.");
  }
  if (shown.cards) return danced(state);
  if (over.reason === "blocked") return gettext("Nobody can go on, so everyone scores the pips left in hand.");
  if (over.stock?.length) return gettext("The last one with tiles in hand scores them, and those of the stock.");
  return gettext("Everyone else scores the pips left in hand.");
}

/** Say how many points clearing the dance card brought. @param {State} state */
function danced(state) {
  const [winner] = dealWinners(state);
  const points = state.over?.scores[winner] ?? 0;
  if (points < 2) return gettext("+1 point.");
  if (1 - winner === state.seat) return gettext("+2 points: your dance card was still full.");
  return fill(gettext("+2 points: %(name)s’s dance card was still full."), { name: nameOf(state, 1 - winner) });
}

/** Return the seats by their place in the match, winners first, with their places. @param {State} state @returns {{seat: Wire.Seat, place: number}[]} */
export function ranking({ seats, result }) {
  if (!result) return seats.map((seat) => ({ seat, place: 0 }));
  const { winners, totals } = result;
  const direction = totals[winners[0]] > Math.min(...totals) ? -1 : 1;
  /** @param {Wire.Seat} seat */
  const worth = ({ seat }) => (winners.includes(seat) ? -Infinity : direction * totals[seat]);
  const order = [...seats].sort((one, other) => compare(worth(one), worth(other)));
  return order.map((seat) => ({ seat, place: 1 + order.filter((other) => worth(other) < worth(seat)).length }));
}

/** @param {number} one @param {number} other */
function compare(one, other) {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Say what broke a tie between players; empty if there was no tie. @param {State} state */
export function tieSentence(state) {
  const { result, deals } = state;
  if (!result || result.winners.length !== 1) return "";
  const [winner] = result.winners;
  const rivals = result.totals.flatMap((total, seat) => (seat !== winner && total === result.totals[winner] ? [seat] : []));
  if (rivals.length === 0) return "";
  /** @param {number} seat */
  const clean = (seat) => deals.filter(({ reason, scores }) => reason !== "void" && scores[seat] === 0).length;
  const names = listed([winner, ...rivals].map((seat) => nameOf(state, seat)));
  const most = Math.max(...rivals.map(clean));
  const sentence = clean(winner) > most
    ? gettext("%(names)s have the same points: %(name)s had more deals without any (%(count)s to %(most)s).")
    : gettext("%(names)s have the same points: apart from deals without any, %(name)s had the best one.");
  return fill(sentence, { names, name: nameOf(state, winner), count: clean(winner), most });
}
