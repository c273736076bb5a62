/** The chat of a tournament or a club: lines are received through the socket and sent by the form. */

import { find, findAll, html } from "../dom.js";
import { LANGUAGE, gettext, shownName } from "../i18n.js";
import { aboutAuthor, wordsOf } from "./people.js";
import { linked } from "./links.js";

export class Talk {
  /** @param {HTMLElement} root contains a [role=log], and a form for those who may write */
  constructor(root) {
    this.log = find("[role=log]", root);
    this.refusal = /** @type {HTMLElement | null} */ (root.querySelector("#chat-refusal"));
    this.nothing = root.querySelector("#chat-nothing");
    this.seen = new Set(findAll("[data-line]", this.log).map(({ dataset }) => Number(dataset.line)));
    this.own = root.dataset.own;
    this.sending = false;
    /** For those who may moderate the chat: the URL of the control room or of the chat's own pages. */
    this.desk = root.dataset.desk;
    for (const line of findAll("[data-author]", this.log)) this.offer(line);
    this.log.scrollTop = this.log.scrollHeight;
    for (const form of findAll("form", root)) form.addEventListener("submit", (event) => this.submit(event));
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (this.sending) return;
    this.sending = true;
    const input = form.querySelector("input[name=text]"), sent = input instanceof HTMLInputElement ? input.value : "";
    const response = await fetch(form.action, { method: "POST", body: new FormData(form, event.submitter), headers: { Accept: "application/json" } }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    this.sending = false;
    this.refuse(response?.ok ? "" : answer?.message ?? gettext("That did not get through. Try again."));
    if (!response?.ok) return;
    if (input instanceof HTMLInputElement && input.value.startsWith(sent)) input.value = input.value.slice(sent.length).trimStart();
    this.add(answer);
  }

  /** @param {string} sentence empty if the line was accepted */
  refuse(sentence) {
    if (!this.refusal) return;
    this.refusal.textContent = sentence;
    this.refusal.hidden = !sentence;
  }

  /** Add a menu about a line's author. @param {HTMLElement} line */
  offer(line) {
    const name = line.dataset.author ?? "", id = Number(line.dataset.line);
    if (this.own !== name) line.append(" ", aboutAuthor({ name, id }, this.log, Boolean(this.own), this.desk));
  }

  /** Show the lines that were missed. @param {Wire.Line[]} lines */
  recall(lines) {
    for (const line of lines) this.add(line);
  }

  /** Remove lines that moderators have hidden. @param {number[]} lines */
  hide(lines) {
    for (const id of lines) this.log.querySelector(`[data-line="${id}"]`)?.remove();
  }

  /** @param {Wire.Line} line */
  add(line) {
    const { id, name, at } = line;
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.nothing?.remove();
    const clock = new Date(at * 1000).toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit" });
    const time = html("span", { class: "soft" }, html("time", {}, clock));
    const node = html("p", { "data-line": id, "data-author": name }, time, " ", html("strong", {}, shownName(name)), " ", ...linked(wordsOf(line)));
    this.offer(node);
    this.log.append(node);
    this.log.scrollTop = this.log.scrollHeight;
  }
}
