/** Talk at the table; onlookers among themselves. */

import { html } from "../../site/dom.js";

/** @typedef {{id: number, room: string, name: string, text: string, at: number}} Line */

export class Chat extends EventTarget {
  /** @param {HTMLElement} root holds a [role=log], and a form for those who may speak @param {(text: string) => boolean} send */
  constructor(root, send) {
    super();
    this.log = root.querySelector("[role=log]");
    this.empty = root.querySelector(".nothing");
    this.seen = new Set();
    root.querySelector("form")?.addEventListener("submit", (event) => this.submit(event, send));
  }

  submit(event, send) {
    event.preventDefault();
    const input = event.target.querySelector("input");
    const text = input.value.trim();
    if (text && send(text)) input.value = "";
  }

  /** Somebody speaks. @param {Line} line */
  add(line) {
    if (this.write(line)) this.dispatchEvent(new Event("new"));
  }

  /** What was said before. @param {Line[]} lines */
  recall(lines) {
    for (const line of lines) this.write(line);
  }

  /** @param {Line} line @returns {boolean} whether it was not there yet */
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

function said({ room, name, text, at }) {
  const time = new Date(at * 1000);
  const clock = time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return html("p", { class: `line ${room}` },
    html("b", {}, name), " ", html("time", { datetime: time.toISOString() }, clock), html("span", {}, text));
}
