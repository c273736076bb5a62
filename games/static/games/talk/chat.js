/** Talk at the table; onlookers among themselves. */

import { find, html } from "../../site/dom.js";
import { Emitter } from "../basics/emitter.js";

/** Tells `new` when somebody speaks. @extends {Emitter<{new: []}>} */
export class Chat extends Emitter {
  /** @param {HTMLElement} root holds a [role=log], and a form for those who may speak @param {(text: string) => boolean} send */
  constructor(root, send) {
    super();
    this.log = find("[role=log]", root);
    this.empty = find(".nothing", root);
    this.seen = new Set();
    root.querySelector("form")?.addEventListener("submit", (event) => this.submit(event, send));
  }

  /** @param {SubmitEvent} event @param {(text: string) => boolean} send */
  submit(event, send) {
    event.preventDefault();
    const input = find("input", /** @type {HTMLFormElement} */ (event.currentTarget), HTMLInputElement);
    const text = input.value.trim();
    if (text && send(text)) input.value = "";
  }

  /** Somebody speaks. @param {Wire.Line} line */
  add(line) {
    if (this.write(line)) this.tell("new");
  }

  /** What was said before. @param {Wire.Line[]} lines */
  recall(lines) {
    for (const line of lines) this.write(line);
  }

  /** @param {Wire.Line} line @returns {boolean} whether it was not there yet */
  write(line) {
    const key = `${line.room}/${line.id}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    this.empty.hidden = true;
    this.log.append(said(line));
    this.log.scrollTop = this.log.scrollHeight;
    return true;
  }
}

/** @param {Wire.Line} line */
function said({ room, name, text, at }) {
  const time = new Date(at * 1000);
  const clock = time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return html("p", { class: `line ${room}` },
    html("b", {}, name), " ", html("time", { datetime: time.toISOString() }, clock), html("span", {}, text));
}
