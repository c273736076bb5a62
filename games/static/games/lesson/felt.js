/** The table of a lesson: the layout, the seats and the reader's place, drawn and moved by the modules of the live table. */

import { data, find, hit } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { Emitter } from "../basics/emitter.js";
import { keepingFocus } from "../basics/focus.js";
import { Board } from "../board/board.js";
import { margins } from "../board/margins.js";
import { Actions } from "../controls/actions.js";
import { wireFit, wireShortcuts } from "../controls/controls.js";
import { Keyboard } from "../controls/keyboard.js";
import { Sound } from "../controls/sound.js";
import { carry } from "../hand/carrying.js";
import { Choosing } from "../hand/choosing.js";
import { Hand } from "../hand/hand.js";
import { Travel } from "../hand/travel.js";
import { lastTiles } from "../protocol/state.js";
import { Clock } from "../seats/clock.js";
import { Seats } from "../seats/seats.js";
import { choiceSentence } from "../talk/sentences.js";
import { Status } from "../talk/status.js";
import { describe } from "../talk/words.js";
import { showStock } from "../tiles/stock.js";
import { watched } from "./course.js";

/** @typedef {import("../protocol/state.js").State} State */

/** Emits `play` with a legal move, and `refuse` with a tile that fits nowhere. @extends {Emitter<{play: [move: string], refuse: [tile: string]}>} */
export class Felt extends Emitter {
  /** @param {HTMLElement} root */
  constructor(root) {
    super();
    this.root = root;
    const clock = new Clock();
    const choosing = new Choosing((move) => this.tell("play", move));
    const board = new Board(find(".board", root, SVGSVGElement), () => margins(root));
    const hand = new Hand(find(".pieces", root), data(root, "table"));
    const seats = new Seats(find(".rails", root), find(".own-plate", root), clock);
    const help = () => find("#help", root, HTMLDialogElement).showModal();
    this.parts = {
      choosing, board, hand, seats,
      actions: new Actions(find(".actions", root), choosing),
      keyboard: new Keyboard({ board, hand, choosing, help, type: () => {}, hint: () => {} }),
      sound: new Sound(),
      status: new Status(find(".status", root), find(".hurry", root), clock),
      travel: new Travel({ board, hand, seats, stock: find(".stock-pile", root) }),
    };
    /** @type {State | null} */
    this.shown = null;
    find(".pieces", root).hidden = false;
    this.listen();
  }

  listen() {
    const { board, choosing, hand, keyboard } = this.parts;
    carry(this.parts);
    wireFit(find("[data-part=fit]", this.root), board.camera);
    wireShortcuts(find("[data-part=shortcuts]", this.root, HTMLInputElement), keyboard);
    hand.root.addEventListener("click", (event) => this.pick(hit(event, ".piece"), event.detail === 0));
    hand.discard.addEventListener("click", (event) => hit(event, ".piece") || choosing.discard());
    find(".stock-pile", this.root).addEventListener("click", () => choosing.call("draw"));
    choosing.on("change", () => keepingFocus(() => this.showChoice(), () => hand.current));
    choosing.on("refuse", (tile) => this.tell("refuse", tile));
    board.on("choose", (move) => this.tell("play", move));
    board.on("decline", () => choosing.cancel());
  }

  /** @param {HTMLElement | null} piece @param {boolean} byKey by keyboard, so focus moves on to the places */
  pick(piece, byKey) {
    if (!piece) return;
    this.parts.choosing.pick(data(piece, "tile"));
    if (byKey) this.parts.board.buttons[0]?.focus();
  }

  // --- Display ---

  /** Show the current state of the table, without animation. @param {State} state */
  draw(state) {
    const { board, hand } = this.parts;
    board.draw(state.layout);
    board.camera.setFollowing(true);
    if (state.deal !== this.shown?.deal || state.ply < this.shown.ply) hand.deal();
    this.render(watched(state), null);
  }

  /** Show the move that comes next. @param {import("./course.js").Frame} frame */
  move({ state, moved }) {
    const { board, hand, seats, sound, status, travel } = this.parts;
    const laid = moved.layout[0];
    const from = laid && travel.origin(laid.tile, moved.seat);
    const held = hand.order.tiles;
    const lying = moved.layout.map((tile) => board.add(tile));
    this.render(watched(state), moved.events);
    if (laid) void travel.place(lying[0], laid, from);
    const drawn = moved.events.find(({ kind, seat }) => kind === "drew" && seat !== state.seat);
    if (drawn?.seat !== undefined && seats.home(drawn.seat)) travel.draw(drawn.seat, drawn.count ?? 1);
    const own = state.mine?.hand.filter((tile) => !held.includes(tile)) ?? [];
    travel.receive(own);
    status.drawn(own);
    sound.hear(moved.events);
  }

  /** Let the reader play. @param {State} state */
  ask(state) {
    this.render(state, null);
  }

  /** @param {State} state @param {Wire.Event[] | null} events */
  render(state, events) {
    const { board, choosing, hand, seats, status } = this.parts;
    this.shown = state;
    seats.show(state);
    board.markEnds(state);
    board.markLast(lastTiles(state).slice(0, 1));
    if (state.mine) hand.show(state.mine, state.public);
    choosing.update(state.mine?.legal ?? []);
    status.show(state, events);
    describe(find(".words", this.root), state);
  }

  /** Show the chosen tile, its places, and other actions. */
  showChoice() {
    const { choosing, hand, board, actions, status } = this.parts;
    const { selected, usable, discarding, kinds } = choosing;
    hand.mark(usable, selected, this.shown?.mine?.drawn ?? null);
    board.offer(choosing.places);
    actions.show();
    showStock(find(".stock", this.root), this.shown?.public.stock ?? 0, kinds.includes("draw"));
    find(".own", this.root).classList.toggle("discarding", discarding);
    status.hint(choiceSentence(choosing));
  }

  /** Return what to press next: a tile that fits, or a button. @returns {HTMLElement | null} */
  get first() {
    const { hand, choosing } = this.parts;
    const fitting = hand.pieces.find((piece) => choosing.usable.has(data(piece, "tile")));
    return fitting ?? this.root.querySelector(".actions button");
  }

  /** Put back a tile that is not the one asked for. @param {string | null} tile */
  takeBack(tile) {
    this.parts.choosing.cancel();
    if (tile) this.parts.hand.shake(tile);
  }

  /** Say what to do with a tile that fits nowhere. @param {string} sentence @param {string} tile */
  static about(sentence, tile) {
    return fill(sentence || gettext("%(tile)s fits nowhere now."), { tile });
  }
}
