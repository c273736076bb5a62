/** Plays a finished match on from one of its plies; the server plays the bots, and stores nothing. */

import { data, find, hit } from "../../site/dom.js";
import { fill, gettext } from "../../site/i18n.js";
import { after } from "../lesson/course.js";
import { Felt } from "../lesson/felt.js";
import { fromView } from "../protocol/state.js";
import { withPeople } from "../replay/steps.js";
import { whyNot } from "../talk/refusals.js";
import { BETWEEN, hashOfLine, lineIn, newSeed, takenBack } from "./line.js";

/** @typedef {import("../lesson/course.js").Frame} Frame */
/** @typedef {import("../protocol/state.js").State} State */

/** Milliseconds between two moves of the others. */
const PAUSE = 900;

export class WhatIf {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.felt = new Felt(root);
    this.seat = find("[name=seat]", root, HTMLSelectElement);
    this.tiles = find("[name=tiles]", root, HTMLSelectElement);
    /** What is shown instead of the table where there is nothing to play. */
    this.nowhere = find("#what-if-nowhere");
    /** The options; a sheet on smaller screens. */
    this.more = find(".what-if-more", root);
    this.line = lineIn(location.hash);
    /** What followed each move of the line. @type {Frame[]} */
    this.frames = [];
    /** What the seat saw where the line left the match. @type {State | null} */
    this.opening = null;
    /** Counts the requests to the server; anything still running for an earlier one then stops. */
    this.visit = 0;
    /** Whether a move has been sent that is not answered yet. */
    this.isSent = false;
    this.listen();
    void this.begin();
  }

  listen() {
    this.root.addEventListener("click", (event) => {
      const button = hit(event, "[data-do]");
      if (!button) return;
      this.more.hidePopover();
      this.act(data(button, "do"));
    });
    this.root.addEventListener("change", () => this.more.hidePopover());
    this.seat.addEventListener("change", () => this.from({ seat: Number(this.seat.value), moves: [] }));
    this.tiles.addEventListener("change", () => this.from({ seed: this.tiles.value && newSeed(), moves: [] }));
    this.felt.on("play", (move) => this.played(move));
    this.felt.on("refuse", (tile) => this.felt.shown && this.say(whyNot(this.felt.shown, tile), "bad"));
    addEventListener("hashchange", () => {
      this.line = lineIn(location.hash);
      void this.begin();
    });
  }

  /** @param {string} action */
  act(action) {
    const { line } = this;
    switch (action) {
      case "back": return this.from(takenBack(line, this.frames.map(({ moved }) => moved.seat)));
      case "again": return this.from({ moves: [] });
      case "others": return this.from({ seed: newSeed(), moves: [] });
      case "link": return void this.copy();
    }
  }

  /** Go on from another place. @param {Partial<import("./line.js").Line>} changed */
  from(changed) {
    this.line = { ...this.line, ...changed };
    void this.begin();
  }

  /** Show the line as far as it has been played, and go on. */
  async begin() {
    const { moves } = this.line;
    this.say(gettext("Loading the table…"), "");
    const frames = await this.ask(moves, (status) => this.turnAway(status === 400 || status === 404));
    if (!frames || !this.opening) return;
    this.turnAway(false);
    this.felt.draw(frames[moves.length - 1]?.state ?? this.opening);
    await this.watch(frames.slice(moves.length), this.visit);
  }

  /** Show where else to go instead of a table, since the address leads to no ply or to impossible moves; or the table. @param {boolean} isNowhere */
  turnAway(isNowhere) {
    this.root.hidden = isNowhere;
    this.nowhere.hidden = !isNowhere;
  }

  /** @param {string} move */
  async played(move) {
    if (this.isSent) return;
    this.isSent = true;
    const known = this.line.moves.length;
    const frames = await this.ask([...this.line.moves, move]);
    this.isSent = false;
    if (!frames) return this.felt.takeBack(null);
    this.felt.move(frames[known]);
    await this.watch(frames.slice(known + 1), this.visit);
  }

  /**
   * Fetch how the line goes on, and show it; return null if there is no answer, or if a newer request was made.
   * @param {string[]} moves @param {(status: number | undefined) => void} [refused]
   */
  async ask(moves, refused) {
    const visit = (this.visit += 1);
    const { deal, step, seat, seed } = this.line;
    const asked = new URLSearchParams({ seed, line: moves.join(BETWEEN) });
    const answer = await fetch(`${data(this.root, "address").replace("/0/0/0.json", `/${deal}/${step}/${seat}.json`)}?${asked}`).catch(() => null);
    if (visit !== this.visit) return null;
    if (!answer?.ok) {
      refused?.(answer?.status);
      this.say(await whyRefused(answer), "bad");
      return null;
    }
    /** @type {Wire.WhatIf} */
    const { view, plies } = await answer.json();
    let state = (this.opening = withPeople(fromView(view)));
    this.frames = plies.map((ply) => {
      const frame = after(state, ply);
      state = frame.state;
      return frame;
    });
    this.line = { ...this.line, moves: plies.map(({ moved }) => moved.move) };
    history.replaceState(history.state, "", hashOfLine(this.line));
    this.say("", "");
    this.show();
    return this.frames;
  }

  /** Show what the others play, one after another, and let the reader go on. @param {Frame[]} frames @param {number} visit */
  async watch([frame, ...others], visit) {
    if (!frame) return this.letPlay();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (visit !== this.visit) return;
    this.felt.move(frame);
    await this.watch(others, visit);
  }

  letPlay() {
    const last = this.frames[this.frames.length - 1]?.state ?? this.opening;
    if (last && !last.over) this.felt.ask(last);
    else this.say(gettext("The deal is over. Take a move back, or try it with other tiles."), "good");
  }

  /** Show where the line has left the match, and which buttons can be pressed. */
  show() {
    const { deal, step, seat, seed, moves } = this.line;
    const where = step ? gettext("Deal %(deal)s, after move %(move)s") : gettext("Deal %(deal)s, at the start");
    find(".lesson-count", this.root).textContent = fill(where, { deal, move: step });
    this.seat.value = String(seat);
    this.tiles.value = seed ? "imagined" : "";
    find("[data-do=others]", this.root).hidden = !seed;
    const hasPlayed = this.frames.some(({ moved }) => moved.seat === seat);
    find("[data-do=back]", this.root, HTMLButtonElement).disabled = !hasPlayed;
    find("[data-do=again]", this.root, HTMLButtonElement).disabled = moves.length === 0;
    find("a[data-part=back]", this.root, HTMLAnchorElement).hash = `#${deal}-${step}`;
  }

  /** @param {string} text @param {"good" | "bad" | ""} kind */
  say(text, kind) {
    const line = find(".lesson-answer", this.root);
    line.hidden = !text;
    line.textContent = text;
    line.dataset.kind = kind;
  }

  async copy() {
    const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    this.say(isCopied ? gettext("The link to this line is copied.") : location.href, "good");
  }
}

/** @param {Response | null} answer */
async function whyRefused(answer) {
  const said = await answer?.json().catch(() => null);
  return said?.message ? String(said.message) : gettext("The answer did not arrive. Try again in a moment.");
}
