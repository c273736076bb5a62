/** The table from the keyboard: arrows and Enter, a letter for each thing to do, and help with "?". */

const KEY = "shortcuts";

export class Keyboard {
  /**
   * @param {{board: import("../board/board.js").Board, hand: import("../hand/hand.js").Hand, choosing: import("../hand/choosing.js").Choosing,
   *   help: () => void, type: () => void}} table
   */
  constructor(table) {
    this.table = table;
    const { hand, choosing, board } = table;
    this.letters = {
      d: () => choosing.call("draw"), p: () => choosing.call("pass"), e: () => choosing.call("end"), x: () => this.discard(),
      f: () => board.camera.fit(), h: () => hand.current?.focus(), "?": table.help, "/": table.type,
    };
    addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Letters can be turned off, for those whose voice or hand types them unmeant. */
  get lettersOn() {
    return localStorage.getItem(KEY) !== "off";
  }

  set lettersOn(on) {
    localStorage.setItem(KEY, on ? "on" : "off");
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, dialog")) return;
    const handled = this.walked(event) || (!event.altKey && this.lettered(event));
    if (handled) event.preventDefault();
  }

  walked(event) {
    const { hand, board, choosing } = this.table;
    if (event.key === "Escape") return this.escape();
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const place = event.target.closest(".place");
    if (place && (event.key === "Enter" || event.key === " ")) return board.choose(place.dataset.move) ?? true;
    if (!step) return false;
    if (place) return walkPlaces(board, place, step);
    if (event.target.closest(".piece")) return this.inHand(event, step, hand);
    if (board.buttons.length > 0 && choosing.selected) return board.buttons[0].focus() ?? true;
    return event.target === document.body ? hand.current?.focus() ?? true : false;
  }

  inHand(event, step, hand) {
    if (event.shiftKey || event.altKey) hand.shift(step);
    else hand.walk(step);
    return true;
  }

  /** Choose what to discard: the keyboard goes to the first tile that can be. */
  discard() {
    const { choosing, hand } = this.table;
    choosing.discard();
    if (choosing.discarding) hand.pieces.find((piece) => choosing.usable.has(piece.dataset.tile))?.focus();
  }

  escape() {
    const { choosing, hand } = this.table;
    const back = choosing.selected;
    if (!back && !choosing.discarding) return false;
    choosing.cancel();
    hand.find(back)?.focus();
    return true;
  }

  lettered(event) {
    const action = this.lettersOn && this.letters[event.key.toLowerCase()];
    if (action) action();
    return Boolean(action);
  }
}

function walkPlaces(board, place, step) {
  const { buttons } = board;
  buttons[(buttons.indexOf(place) + step + buttons.length) % buttons.length].focus();
  return true;
}
