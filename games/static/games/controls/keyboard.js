/** Keyboard control of the table: arrows and Enter, a letter for each action, and "?" for help. */

import { data, hit } from "../../site/dom.js";
import { recall, remember } from "../../site/storage.js";

const KEY = "shortcuts";

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Keyboard {
  /**
   * @param {{board: import("../board/board.js").Board, hand: import("../hand/hand.js").Hand, choosing: import("../hand/choosing.js").Choosing,
   *   help: () => void, type: () => void, hint: () => void, past?: import("../replay/past.js").Past,
   *   speech?: import("../speech/speech.js").Speech}} table `past` if it is possible to look back, `speech` if to ask what is public
   */
  constructor(table) {
    this.table = table;
    const { hand, choosing, board, past, speech } = table;
    /** @type {Record<string, () => void>} */
    this.letters = {
      d: () => choosing.call("draw"), p: () => choosing.call("pass"), e: () => choosing.call("end"), x: () => this.discard(),
      f: () => board.camera.fit(), h: () => hand.current?.focus(), t: table.hint, "?": table.help, "/": table.type,
      o: () => speech?.ends(), c: () => speech?.counts(), s: () => speech?.scores(), l: () => speech?.lastMoves(),
      ",": () => past?.act("back"), ".": () => past?.act("forward"), n: () => past?.toNow(),
    };
    addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Letters can be turned off, for people who type them unintentionally, by voice or by hand. */
  get lettersOn() {
    return recall(KEY) !== "off";
  }

  set lettersOn(on) {
    remember(KEY, on ? "on" : "off");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || hit(event, "input, textarea, select, dialog")) return;
    const handled = this.walked(event) || (!event.altKey && this.lettered(event));
    if (handled) event.preventDefault();
  }

  /** Handle arrows, Enter and Escape. @param {KeyboardEvent} event @returns {boolean} whether the key was handled */
  walked(event) {
    const { hand, board, choosing, past } = this.table;
    if (event.key === "Escape") return this.escape();
    const step = STEPS[event.key];
    const place = hit(event, ".place", SVGElement);
    if (place && (event.key === "Enter" || event.key === " ")) board.choose(place.dataset.move);
    else if (!step) return false;
    else if (past && hit(event, ".past")) past.act(step > 0 ? "forward" : "back");
    else if (place) walkPlaces(board, place, step);
    else if (hit(event, ".piece")) this.inHand(event, step);
    else if (board.buttons.length > 0 && choosing.selected) board.buttons[0].focus();
    else if (event.target === document.body && hand.current) hand.current.focus();
    else if (event.target === document.body) past?.act(step > 0 ? "forward" : "back");
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @param {number} step */
  inHand(event, step) {
    if (event.shiftKey || event.altKey) this.table.hand.shift(step);
    else this.table.hand.walk(step);
  }

  /** Choose what to discard, by focusing the first tile that can be. */
  discard() {
    const { choosing, hand } = this.table;
    choosing.discard();
    if (choosing.discarding) hand.pieces.find((piece) => choosing.usable.has(data(piece, "tile")))?.focus();
  }

  escape() {
    const { choosing, hand } = this.table;
    const back = choosing.selected;
    if (!back && !choosing.discarding) return this.escapePast();
    choosing.cancel();
    if (back) hand.piece(back)?.focus();
    return true;
  }

  /** Return to the present. @returns {boolean} whether the reader was elsewhere */
  escapePast() {
    const isPast = this.table.past?.isShown ?? false;
    this.table.past?.toNow();
    return isPast;
  }

  /** Handle a letter. @param {KeyboardEvent} event @returns {boolean} whether the letter was handled */
  lettered(event) {
    const action = this.lettersOn ? this.letters[event.key.toLowerCase()] : undefined;
    action?.();
    return Boolean(action);
  }
}

/** @param {import("../board/board.js").Board} board @param {SVGElement} place @param {number} step */
function walkPlaces(board, place, step) {
  const { buttons } = board;
  buttons[(buttons.indexOf(place) + step + buttons.length) % buttons.length].focus();
}
