/** The chat of a tournament: lines come through the socket, the own ones go by the form. */

import { find, findAll, html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";
import { LANGUAGE } from "./times.js";

export class Talk {
  /** @param {HTMLElement} root holds a [role=log], and a form for those who may speak */
  constructor(root) {
    this.log = find("[role=log]", root);
    this.refusal = /** @type {HTMLElement | null} */ (root.querySelector("#chat-refusal"));
    this.nothing = root.querySelector("#chat-nothing");
    this.seen = new Set(findAll("[data-line]", this.log).map(({ dataset }) => Number(dataset.line)));
    this.log.scrollTop = this.log.scrollHeight;
    root.querySelector("form")?.addEventListener("submit", (event) => this.submit(event));
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    this.refuse(response?.ok ? "" : answer?.message ?? gettext("That did not get through. Try again."));
    if (!response?.ok) return;
    find("input[name=text]", form, HTMLInputElement).value = "";
    this.add(answer);
  }

  /** @param {string} sentence empty: all is well */
  refuse(sentence) {
    if (!this.refusal) return;
    this.refusal.textContent = sentence;
    this.refusal.hidden = !sentence;
  }

  /** What was said while nobody listened. @param {Wire.Line[]} lines */
  recall(lines) {
    for (const line of lines) this.add(line);
  }

  /** @param {Wire.Line} line */
  add({ id, name, text, at }) {
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.nothing?.remove();
    const clock = new Date(at * 1000).toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit" });
    this.log.append(html("p", { "data-line": id }, html("span", { class: "soft" }, html("time", {}, clock)), " ", html("strong", {}, name), " ", text));
    this.log.scrollTop = this.log.scrollHeight;
  }
}
