/** Moves typed as text, such as 5-3@9-5. */

import { html } from "../../site/dom.js";
import { tidy } from "../protocol/notation.js";

export class Typing {
  /** @param {HTMLFormElement | null} form an onlooker has none @param {(move: string) => void} play */
  constructor(form, play) {
    this.form = form;
    form?.addEventListener("submit", (event) => this.submit(event, play));
  }

  submit(event, play) {
    event.preventDefault();
    const { move } = this.form.elements;
    if (move.value.trim()) play(tidy(move.value));
    move.value = "";
  }

  /** Suggest what is legal. @param {{move: string}[]} legal */
  suggest(legal) {
    this.form?.querySelector("datalist").replaceChildren(...legal.map(({ move }) => html("option", { value: move })));
  }

  focus() {
    this.form?.elements.move.focus();
  }
}
