/** What the browser knows of the table: the last view, kept current message by message. Pure. */

/**
 * @typedef {{x: number, y: number, angle: number, link?: [number, number][]}} Spot
 * @typedef {{seat: number, tile: string, place: string, out: number} & Spot} Laid
 * @typedef {{kind: string, seat: number | null, tile: string | null, place: string | null, count: number}} Event
 * @typedef {{seat: number, hand: string[], legal: {move: string, spot: Spot | null}[], drawn: string | null}} Mine
 * @typedef {Record<string, any>} Message
 * @typedef {Record<string, any>} State the last `view`, with `over` (the deal's end, until the next deal) added
 */

/**
 * Which way a message points from what we know: `next` is to be applied, `old` was known already, `gap` means that
 * something is missing, so that the whole view must be asked for.
 * @param {State | null} state @param {Message} message @returns {"next" | "old" | "gap"}
 */
export function order(state, message) {
  if (!state) return "gap";
  if (message.deal !== state.deal) return message.deal < state.deal ? "old" : "gap";
  const expected = message.type === "moved" ? state.ply + 1 : state.ply;
  if (message.ply === expected) return "next";
  return message.ply < expected ? "old" : "gap";
}

/** @param {Message} view @returns {State} */
export function fromView(view) {
  const over = view.public.result ? { ...view.public.result, number: view.deal, totals: totalsOf(view), result: view.result } : null;
  return { ...view, over };
}

/** @param {State} state @param {Message} moved @returns {State} */
export function afterMove(state, moved) {
  return {
    ...state,
    ply: moved.ply,
    layout: [...state.layout, ...moved.layout],
    public: moved.public,
    ends: moved.ends,
    clock: moved.clock,
    moves: [...state.moves, [moved.seat, moved.move]],
    mine: state.mine && { ...state.mine, legal: [] },
    ...(moved.over ? afterDeal(state, moved) : {}),
  };
}

function afterDeal(state, moved) {
  const { number, reason, scores, totals, link, result } = moved.over;
  return {
    over: { ...moved.public.result, ...moved.over },
    result,
    status: result ? "finished" : state.status,
    deals: [...state.deals, { number, reason, scores, link }],
    seats: state.seats.map((seat) => ({ ...seat, total: totals[seat.seat], ready: false })),
  };
}

/** @param {State} state @param {Mine} mine @returns {State} */
export function withMine(state, mine) {
  return { ...state, mine };
}

/** @param {State} state @param {Message} message @returns {State} */
export function withSeats(state, message) {
  return { ...state, seats: message.seats, clock: message.clock ?? state.clock };
}

function totalsOf(view) {
  return view.seats.map((seat) => seat.total);
}

/** The tiles of a hand in the player's own order; tiles not yet sorted in come last. */
export function sorted(hand, order) {
  const known = order.filter((tile) => hand.includes(tile));
  return [...known, ...hand.filter((tile) => !known.includes(tile))];
}

/**
 * What became of a move that was sent and never answered, seen from a newer state: `taken`; `open` when it can
 * still be played; `lost` when the table went on without it.
 * @param {{move: string, deal: number, ply: number}} sent @param {State} state @returns {"taken" | "open" | "lost"}
 */
export function fateOf(sent, state) {
  if (sent.deal !== state.deal) return "taken";
  if (sent.ply === state.ply) return state.mine?.legal.some(({ move }) => move === sent.move) ? "open" : "lost";
  const played = state.moves[state.moves.length - (state.ply - sent.ply)];
  return played?.[0] === state.seat && played[1] === sent.move ? "taken" : "lost";
}
