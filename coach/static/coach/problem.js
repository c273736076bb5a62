/** The problem of the day: a position of a real match, the reader's move, and the coach's answer. */

import { after } from "../games/lesson/course.js";
import { Felt } from "../games/lesson/felt.js";
import { fromView } from "../games/protocol/state.js";
import { whyNot } from "../games/talk/refusals.js";
import { ofThisSite } from "../site/csrf.js";
import { data, find, findAll, html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";

/** @typedef {import("../games/protocol/state.js").State} State */

class Problem {
  /** @param {HTMLElement} root @param {Wire.Problem} problem */
  constructor(root, { view, answer }) {
    this.root = root;
    this.felt = new Felt(root);
    /** @type {State} */
    this.state = fromView(view);
    /** Whether a move has been sent that is not answered yet. */
    this.isSent = false;
    this.felt.on("play", (move) => void this.played(move));
    this.felt.on("refuse", (tile) => this.say(whyNot(this.state, tile), "bad"));
    find("[data-do=again]", root).addEventListener("click", () => this.begin());
    this.begin();
    if (answer) this.show(answer);
  }

  begin() {
    this.say("", "");
    this.felt.draw(this.state);
    this.felt.ask(this.state);
  }

  /** @param {string} move */
  async played(move) {
    if (this.isSent) return;
    this.isSent = true;
    const body = new URLSearchParams({ move });
    const sent = await fetch(data(this.root, "answers"), { method: "POST", body, headers: ofThisSite() }).catch(() => null);
    this.isSent = false;
    if (sent?.ok) return this.show(await sent.json());
    this.felt.takeBack(null);
    this.say(gettext("The answer did not arrive. Try again in a moment."), "bad");
  }

  /** @param {Wire.ProblemAnswer} answer */
  show({ ply, is_right, said, reason, moves, streak, address }) {
    this.felt.move(after(this.state, ply));
    this.say(said, is_right ? "good" : "bad");
    const why = find(".problem-reason", this.root), list = find(".analysis-moves", this.root);
    why.textContent = reason;
    list.replaceChildren(...moves.map(({ words, loss, is_played }) => html("li", is_played ? { class: "played" } : {}, html("span", {}, words), html("span", { class: "numerals" }, loss))));
    find(".lesson-say", this.root).hidden = true;
    for (const part of [why, list, ...findAll(".problem-after", this.root)]) part.hidden = false;
    find(".problem-streak", this.root).textContent = streak;
    find("a.problem-after", this.root, HTMLAnchorElement).href = address;
  }

  /** @param {string} text @param {"good" | "bad" | ""} kind */
  say(text, kind) {
    const line = find(".lesson-answer", this.root);
    line.hidden = !text;
    line.textContent = text;
    line.dataset.kind = kind;
  }
}

/** @param {HTMLElement} root */
async function begin(root) {
  const answer = await fetch(data(root, "address")).catch(() => null);
  if (answer?.ok) new Problem(root, await answer.json());
  else find(".lesson-say", root).textContent = gettext("The problem could not be loaded. Reload the page in a moment.");
}

void begin(find("#problem"));
