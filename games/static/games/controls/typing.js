/** Moves typed as text, such as 5-3@9-5. */

import { find, html } from "../../site/dom.js";
import { tidy } from "../protocol/notation.js";

export class Typing {
  /** @param {HTMLFormElement | null} form null for onlookers @param {(move: string) => void} play */
  constructor(form, play) {
    this.form = form;
    this.field = form && find("[name=move]", form, HTMLInputElement);
    form?.addEventListener("submit", (event) => this.submit(event, play));
  }

  /** @param {SubmitEvent} event @param {(move: string) => void} play */
  submit(event, play) {
    event.preventDefault();
    if (!this.field) return;
    if (this.field.value.trim()) play(tidy(this.field.value));
    this.field.value = "";
  }

  /** Suggest the legal moves. @param {{move: string}[]} legal */
  suggest(legal) {
    this.form?.querySelector("datalist")?.replaceChildren(...legal.map(({ move }) => html("option", { value: move })));
  }

  focus() {
    this.field?.focus();
  }
}
