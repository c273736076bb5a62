/** The chat of a table; onlookers have their own. */

import { linked } from "../../site/chat/links.js";
import { find, hit, html } from "../../site/dom.js";
import { LANGUAGE, shownName } from "../../site/i18n.js";
import { aboutAuthor, wordsOf } from "../../site/chat/people.js";
import { Emitter } from "../basics/emitter.js";

/** @typedef {{type: "chat", text: string} | {type: "phrase", phrase: string}} Saying */

/** The codes with which a line may be refused. */
const REFUSALS = new Set(["too-fast", "too-long", "link", "repeated", "bad-field", "phrases-only", "silenced", "muted", "not-signed-in"]);

/** Emits `new` for every new line. @extends {Emitter<{new: []}>} */
export class Chat extends Emitter {
  /** @param {HTMLElement} root contains a [role=log], and a form for those who may write @param {(saying: Saying) => boolean} send */
  constructor(root, send) {
    super();
    this.log = find("[role=log]", root);
    this.empty = find(".nothing", root);
    this.own = root.dataset.own;
    this.seen = new Set();
    /** @type {HTMLInputElement | undefined} */
    this.input = undefined;
    /** The line that was sent and has not come back yet. */
    this.unsaid = "";
    this.phrases = root.querySelector(".phrases");
    this.phrases?.addEventListener("click", (event) => this.pick(event, send));
    root.querySelector("form")?.addEventListener("submit", (event) => this.submit(event, send));
  }

  /** Send a ready-made phrase. @param {Event} event @param {(saying: Saying) => boolean} send */
  pick(event, send) {
    const phrase = hit(event, "[data-phrase]")?.dataset.phrase;
    if (phrase) send({ type: "phrase", phrase });
  }

  /** @param {SubmitEvent} event @param {(saying: Saying) => boolean} send */
  submit(event, send) {
    event.preventDefault();
    const input = find("input", /** @type {HTMLFormElement} */ (event.currentTarget), HTMLInputElement);
    const text = input.value.trim();
    if (!text || !send({ type: "chat", text })) return;
    this.input = input;
    this.unsaid = text;
    input.value = "";
  }

  /** Put a refused line back into the field, unless something else has been written since. @param {string} code */
  refused(code) {
    if (!REFUSALS.has(code)) return;
    if (this.input && !this.input.value) this.input.value = this.unsaid;
    this.unsaid = "";
  }

  /** Add a new line. @param {Wire.Line} line */
  add(line) {
    if (this.write(line)) this.tell("new");
  }

  /** Show earlier lines. @param {Wire.Line[]} lines */
  recall(lines) {
    for (const line of lines) this.write(line);
  }

  /** Remove lines that moderators have hidden. @param {number[]} lines */
  hide(lines) {
    for (const id of lines) this.log.querySelector(`[data-line="${id}"]`)?.remove();
  }

  /** @param {Wire.Line} line @returns {boolean} whether it was new */
  write(line) {
    const key = `${line.room}/${line.id}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    if (line.name === this.own) this.unsaid = "";
    this.empty.hidden = true;
    const node = said(line);
    if (this.own !== line.name) node.querySelector("span")?.before(aboutAuthor(line, this.log, Boolean(this.own)));
    this.log.append(node);
    this.log.scrollTop = this.log.scrollHeight;
    return true;
  }
}

/** @param {Wire.Line} line */
function said(line) {
  const { id, room, name, at } = line;
  const time = new Date(at * 1000);
  const clock = time.toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit" });
  return html("p", { class: `line ${room}`, "data-line": id, "data-author": name },
    html("b", {}, shownName(name)), " ", html("time", { datetime: time.toISOString() }, clock), html("span", {}, ...linked(wordsOf(line))));
}
