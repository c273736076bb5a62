/** Talk at the table; onlookers among themselves. */

import { html } from "./dom.js";

export class Chat extends EventTarget {
  /** @param {HTMLElement} root holds an [role=log] and a form @param {(text: string) => boolean} send */
  constructor(root, send) {
    super();
    this.log = root.querySelector("[role=log]");
    this.empty = root.querySelector(".nothing");
    this.input = root.querySelector("input");
    this.seen = new Set();
    root.querySelector("form").addEventListener("submit", (event) => this.submit(event, send));
  }

  submit(event, send) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text && send(text)) this.input.value = "";
  }

  /** @param {{id: number, room: string, name: string, text: string, at: number}} line */
  add(line) {
    const key = `${line.room}/${line.id}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.empty.hidden = true;
    this.log.append(said(line));
    this.log.scrollTop = this.log.scrollHeight;
    this.dispatchEvent(new Event("new"));
  }
}

function said({ room, name, text, at }) {
  const time = new Date(at * 1000);
  const clock = time.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  return html("p", { class: `line ${room}` },
    html("b", {}, name), " ", html("time", { datetime: time.toISOString() }, clock), html("span", {}, text));
}
