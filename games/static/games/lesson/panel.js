/** The text of a lesson, and the buttons beside it. */

import { find, findAll } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";

export class Panel {
  /** @param {HTMLElement} root @param {(action: string) => void} act with `back`, `show` or `next`, or the number of a step */
  constructor(root, act) {
    this.root = root;
    this.next = this.button("next");
    root.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-do]") : null;
      if (button instanceof HTMLElement) act(button.dataset.do ?? "");
    });
  }

  /** @param {string} action */
  button(action) {
    return find(`[data-do="${action}"]`, this.root, HTMLButtonElement);
  }

  /** @param {Wire.LessonStep} words @param {number} number from 0 @param {number} count of steps */
  show({ title, say, task }, number, count) {
    this.write(".lesson-count", fill(gettext("Step %(number)s of %(count)s"), { number: number + 1, count }));
    this.write(".lesson-step", title);
    this.write(".lesson-say", say);
    this.write(".lesson-task", task);
    find(".lesson-task", this.root).hidden = !task;
    this.answer("", "");
    find("progress", this.root, HTMLProgressElement).value = number + 1;
    findAll(".lesson-steps button", this.root).forEach((button, index) => {
      button.classList.toggle("done", index < number);
      if (index === number) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    this.button("back").disabled = number === 0;
  }

  /** Say whether it was right; empty if there is nothing to say. @param {string} text @param {"good" | "bad" | ""} kind */
  answer(text, kind) {
    const line = find(".lesson-answer", this.root);
    line.hidden = !text;
    line.textContent = text;
    line.dataset.kind = kind;
  }

  /** Show what can be pressed. @param {{isAsking: boolean, isDone: boolean, isLast: boolean}} now */
  offer({ isAsking, isDone, isLast }) {
    this.button("show").hidden = !isAsking;
    this.next.hidden = isLast && isDone;
    this.next.setAttribute("aria-disabled", String(!isDone));
    this.next.classList.toggle("primary", isDone);
    for (const node of findAll(".lesson-end", this.root)) node.hidden = !(isLast && isDone);
  }

  /** Return the button that leads on. @returns {HTMLElement} */
  get onward() {
    return this.next.hidden ? find(".lesson-end .button", this.root) : this.next;
  }

  /** @param {string} selector @param {string} text */
  write(selector, text) {
    const node = find(selector, this.root);
    if (node.textContent !== text) node.textContent = text;
  }
}
