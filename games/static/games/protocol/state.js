/** What the browser knows of the table: the last view, updated by every message. Pure functions. */

import { shownName } from "../../site/i18n.js";
import { readMove } from "./notation.js";

/**
 * @typedef {{reason: string, scores: number[], totals: number[], number: number, hands?: string[][], stock?: string[]}} Over
 *   how the last deal ended, until the next begins
 * @typedef {Wire.View & {over: Over | null, open?: (string[] | null)[], isPast?: boolean}} State
 *   the last `view`; in replays, `open` has the hands to show; `isPast` while the reader looks back in a running match
 */

/**
 * Return how a message relates to the known state: `next` is to be applied, `old` is known already, `gap` means that
 * something is missing, so the whole view must be requested.
 * @param {State | null} state @param {{type: string, deal: number, ply: number}} message
 * @returns {"next" | "old" | "gap"}
 */
export function order(state, message) {
  if (!state) return "gap";
  if (message.deal !== state.deal) return message.deal < state.deal ? "old" : "gap";
  const expected = message.type === "moved" ? state.ply + 1 : state.ply;
  if (message.ply === expected) return "next";
  return message.ply < expected ? "old" : "gap";
}

/** @param {Wire.View} view @returns {State} */
export function fromView(view) {
  const { result } = view.public;
  return { ...view, seats: view.seats.map(named), over: result && { ...result, number: view.deal, totals: view.seats.map(({ total }) => total) } };
}

/** Return a seat with its name as the reader sees it. @param {Wire.Seat} seat @returns {Wire.Seat} */
function named(seat) {
  return { ...seat, name: shownName(seat.name) };
}

/** @param {State} state @param {Wire.Moved | Wire.ShortMoved} moved what is not in it is as before @returns {State} */
export function afterMove(state, moved) {
  return {
    ...state,
    ply: moved.ply,
    layout: [...state.layout, ...moved.layout],
    public: { ...state.public, ...moved.public },
    ends: moved.ends ?? state.ends,
    clock: moved.clock,
    moves: [...state.moves, [moved.seat, moved.move]],
    mine: state.mine && { ...state.mine, legal: [] },
    ...(moved.over ? afterDeal(state, moved.over, moved.public.result ?? null) : {}),
  };
}

/** @param {State} state @param {Wire.DealOver} over @param {Wire.LaidOpen | null} opened @returns {Partial<State>} */
function afterDeal(state, over, opened) {
  const { number, reason, scores, totals, link, result } = over;
  return {
    over: { ...opened, ...over },
    result,
    status: result ? "finished" : state.status,
    deals: [...state.deals, { number, reason, scores, link }],
    seats: state.seats.map((seat) => ({ ...seat, total: totals[seat.seat], ready: false })),
  };
}

/** @param {State} state @param {Wire.Mine} mine @returns {State} */
export function withMine(state, mine) {
  return { ...state, mine };
}

/** @param {State} state @param {{[move: string]: Wire.Spot}} spots where the tiles of legal moves would lie @returns {State} */
export function withSpots(state, spots) {
  const { mine } = state;
  if (!mine) return state;
  const legal = mine.legal.map(({ move, spot }) => ({ move, spot: spot ?? spots[move] ?? null }));
  return { ...state, mine: { ...mine, legal } };
}

/** @param {State} state @param {Wire.Seats} message @returns {State} */
export function withSeats(state, message) {
  return { ...state, seats: message.seats.map(named), clock: message.clock ?? state.clock, hints: message.hints };
}

/**
 * Return the last tile of each seat since the reader's own move before; for onlookers, the last one of every seat.
 * @param {State} state @returns {string[]}
 */
export function lastTiles({ seat: own, moves }) {
  /** @type {Map<number, string>} */
  const last = new Map();
  for (const [seat, text] of moves.toReversed()) {
    if (seat === own && last.size > 0) break;
    const { kind, tile } = readMove(text);
    if (kind === "place" && tile && !last.has(seat)) last.set(seat, tile);
    if (seat === own) break;
  }
  return [...last.values()];
}

/** Return a hint if it is still for the current position, or else null. @param {Wire.Hint | null} hint @param {State} state */
export function stillGood(hint, state) {
  return hint && hint.deal === state.deal && hint.ply === state.ply ? hint : null;
}

/** @typedef {{move: string, deal: number, ply: number}} Sent a move that was sent, and the state it was for */

/**
 * Return what became of an unanswered move, judging by a newer state: `taken`; `open` if it can still be played;
 * `lost` if the table went on without it.
 * @param {Sent} sent @param {State} state @returns {"taken" | "open" | "lost"}
 */
export function fateOf(sent, state) {
  if (sent.deal !== state.deal) return "taken";
  if (sent.ply === state.ply) return state.mine?.legal.some(({ move }) => move === sent.move) ? "open" : "lost";
  const played = state.moves[state.moves.length - (state.ply - sent.ply)];
  return played?.[0] === state.seat && played[1] === sent.move ? "taken" : "lost";
}
