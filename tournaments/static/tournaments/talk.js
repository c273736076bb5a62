/** The chat of a tournament: lines come through the socket, the own ones go by the form. */

import { html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";
import { LANGUAGE } from "./times.js";

export class Talk {
  /** @param {HTMLElement} root holds a [role=log], and a form for those who may speak */
  constructor(root) {
    this.log = root.querySelector("[role=log]");
    this.refusal = root.querySelector("#chat-refusal");
    this.nothing = root.querySelector("#chat-nothing");
    this.seen = new Set([...this.log.querySelectorAll("[data-line]")].map(({ dataset }) => Number(dataset.line)));
    this.log.scrollTop = this.log.scrollHeight;
    root.querySelector("form")?.addEventListener("submit", (event) => this.submit(event));
  }

  async submit(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const response = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    this.refuse(response?.ok ? "" : answer?.message ?? gettext("That did not get through. Try again."));
    if (!response?.ok) return;
    form.querySelector("input[name=text]").value = "";
    this.add(answer);
  }

  /** @param {string} sentence empty: all is well */
  refuse(sentence) {
    this.refusal.textContent = sentence;
    this.refusal.hidden = !sentence;
  }

  /** What was said while nobody listened. @param {{id: number, name: string, text: string, at: number}[]} lines */
  recall(lines) {
    for (const line of lines) this.add(line);
  }

  /** @param {{id: number, name: string, text: string, at: number}} line */
  add({ id, name, text, at }) {
    if (this.seen.has(id)) return;
    this.seen.add(id);
    this.nothing?.remove();
    const clock = new Date(at * 1000).toLocaleTimeString(LANGUAGE, { hour: "2-digit", minute: "2-digit" });
    this.log.append(html("p", { "data-line": id }, html("span", { class: "soft" }, html("time", {}, clock)), " ", html("strong", {}, name), " ", text));
    this.log.scrollTop = this.log.scrollHeight;
  }
}
