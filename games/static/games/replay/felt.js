/** The felt of a replay: the layout, the seats and the stock, drawn by the modules of the live table. */

import { find } from "../../site/dom.js";
import { Board } from "../board/board.js";
import { margins } from "../board/margins.js";
import { wireFit } from "../controls/controls.js";
import { lastTiles } from "../protocol/state.js";
import { Clock } from "../seats/clock.js";
import { Seats } from "../seats/seats.js";
import { describe } from "../talk/words.js";
import { fly, poseOf } from "../tiles/flight.js";
import { showStock } from "../tiles/stock.js";
import { tileImage } from "../tiles/tile.js";

/** @typedef {import("../protocol/state.js").State} State */

export class Felt {
  /** @param {HTMLElement} root @param {{board: Board, seats: Seats}} parts those of a live table, or new ones */
  constructor(root, { board, seats } = build(root)) {
    this.root = root;
    this.board = board;
    this.seats = seats;
    /** @type {State | null} */
    this.shown = null;
  }

  /** @param {State} state */
  show(state) {
    const before = this.shown;
    this.shown = state;
    const fresh = before && follows(before, state) ? state.layout.slice(before.layout.length) : null;
    if (!fresh) this.board.draw(state.layout);
    const home = fresh?.[0] && this.seats.home(fresh[0].seat);
    const from = home ? poseOf(home) : null;
    const lying = fresh?.map((laid) => this.board.add(laid)) ?? [];
    this.mark(state, lastTiles(state).slice(0, 1));
    showStock(find(".stock", this.root), state.public.stock, false);
    if (fresh?.[0] && from) void this.arrive(lying[0], fresh[0], from);
  }

  /** Show all that changes around the tiles. @param {State} state @param {string[]} last the tiles to mark as the newest */
  mark(state, last) {
    this.seats.show(state);
    this.board.markEnds(state);
    this.board.markLast(last);
    describe(find(".words", this.root), state);
  }

  /** Leave the felt to the live table. @param {State} state */
  leave(state) {
    this.shown = null;
    this.board.draw(state.layout);
  }

  /** @param {SVGElement} lying @param {Wire.Laid} laid @param {import("../tiles/flight.js").Pose} from */
  async arrive(lying, laid, from) {
    lying.classList.add("arriving");
    await fly(tileImage(laid.tile), from, this.board.screenSpot(laid));
    lying.classList.remove("arriving");
  }
}

/** Build new parts for a felt without a live table. @param {HTMLElement} root */
function build(root) {
  const board = new Board(find(".board", root, SVGSVGElement), () => margins(root));
  board.camera.wheelZooms = false;
  wireFit(find("[data-part=fit]", root), board.camera);
  return { board, seats: new Seats(find(".rails", root), find(".own-plate", root), new Clock()) };
}

/** Return whether one state comes right after the other, or shows the same. @param {State} before @param {State} state */
function follows(before, state) {
  return before.deal === state.deal && (state.ply === before.ply + 1 || state.ply === before.ply);
}
