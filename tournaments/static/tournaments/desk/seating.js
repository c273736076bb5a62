/** Moving people of a held seating by mouse, finger or keyboard. Dropping a person leads to the page of the action,
 *  which says what it would do and who would meet again. */

import { data, find, findAll, hit } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { dropAddress, stepped } from "./drops.js";

/** @type {Record<string, 1 | -1>} */
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
/** Pixels from the edge of the window where the page begins to scroll, and by how much it does. */
const EDGE = 70, SCROLLED = 14;

export class SeatingDrag {
  /** @param {HTMLElement} room whose sections are replaced as they change @param {string} desk its address */
  constructor(room, desk) {
    this.room = room;
    this.desk = desk;
    /** The row of the person who is moved. @type {HTMLElement | null} */
    this.row = null;
    /** Where they would be dropped. @type {HTMLElement | null} */
    this.over = null;
    this.start = { x: 0, y: 0 };
    this.said = find("#carrying", room);
    room.addEventListener("pointerdown", (event) => this.grab(event));
    room.addEventListener("pointermove", (event) => this.drag(event));
    room.addEventListener("pointerup", () => this.isDragged && this.drop());
    room.addEventListener("pointercancel", () => this.isDragged && this.putBack());
    room.addEventListener("keydown", (event) => this.press(event));
    room.addEventListener("focusout", () => this.row && !this.isDragged && this.putBack());
  }

  get isDragged() {
    return this.row?.dataset.carried === "dragged";
  }

  // --- Mouse and finger ---

  /** @param {PointerEvent} event */
  grab(event) {
    const grip = hit(event, "[data-grip]");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    this.start = { x: event.pageX, y: event.pageY };
    this.pickUp(grip, "dragged");
  }

  /** @param {PointerEvent} event */
  drag({ pageX, pageY, clientX, clientY }) {
    if (!this.row || !this.isDragged) return;
    this.row.style.translate = `${pageX - this.start.x}px ${pageY - this.start.y}px`;
    if (clientY < EDGE) scrollBy(0, -SCROLLED);
    if (clientY > innerHeight - EDGE) scrollBy(0, SCROLLED);
    const under = document.elementFromPoint(clientX, clientY);
    const place = under?.closest("[data-sitter]") ?? under?.closest("[data-place]");
    this.point(place instanceof HTMLElement && this.leadsTo(place) ? place : null);
  }

  // --- Keyboard ---

  /** @param {KeyboardEvent} event */
  press(event) {
    const grip = hit(event, "[data-grip]");
    if (!grip || this.isDragged) return;
    if (event.key === "Enter" || event.key === " ") this.takeOrDrop(grip);
    else if (event.key === "Escape" && this.row) this.putBack();
    else if (event.key in STEPS && this.row) this.step(STEPS[event.key]);
    else return;
    event.preventDefault();
  }

  /** @param {HTMLElement} grip */
  takeOrDrop(grip) {
    if (this.row) return this.drop();
    this.pickUp(grip, "carried");
    this.say(gettext("Choose a place with the arrow keys, take it with Enter, or put back with Escape."));
  }

  /** @param {1 | -1} by */
  step(by) {
    const places = findAll("[data-sitter], [data-place]", find("#seating", this.room)).filter((place) => this.leadsTo(place));
    this.point(stepped(places, this.over, by));
    this.over?.scrollIntoView({ block: "nearest" });
    if (this.over) this.say(nameOf(this.over));
  }

  // --- Both ---

  /** @param {HTMLElement} grip @param {"dragged" | "carried"} how */
  pickUp(grip, how) {
    this.row = /** @type {HTMLElement} */ (grip.closest("[data-sitter]"));
    this.row.dataset.carried = how;
  }

  /** @param {HTMLElement | null} place */
  point(place) {
    this.over?.classList.remove("drop-here");
    place?.classList.add("drop-here");
    this.over = place;
  }

  /** Return the address to which a drop on the place leads. @param {HTMLElement} place */
  leadsTo(place) {
    if (!this.row) return null;
    const { sitter = "", table = "", unseated } = this.row.dataset;
    return dropAddress(this.desk, { entry: sitter, table, seated: unseated === undefined }, placeOf(place));
  }

  drop() {
    const address = this.over && this.leadsTo(this.over);
    this.putBack();
    if (address) location.assign(address);
  }

  putBack() {
    this.point(null);
    if (!this.row) return;
    this.row.style.translate = "";
    delete this.row.dataset.carried;
    this.row = null;
    this.say("");
  }

  /** @param {string} sentence */
  say(sentence) {
    this.said.textContent = sentence;
  }
}

/** @param {HTMLElement} place @returns {import("./drops.js").Place} */
function placeOf({ dataset: { sitter, table = "", place } }) {
  if (sitter) return { kind: "sitter", entry: sitter, table };
  return place === "byes" ? { kind: "byes" } : { kind: "table", table };
}

/** @param {HTMLElement} place */
function nameOf(place) {
  if (place.dataset.sitter) return fill(gettext("In place of %(name)s"), { name: data(place, "name") });
  return place.dataset.place === "byes" ? gettext("A bye") : fill(gettext("To table %(number)s"), { number: data(place, "table") });
}
