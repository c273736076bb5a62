/** Leads through a lesson: its texts, the moves of the others, and the reader's attempts. Knows no rules. */

import { find } from "../../site/dom.js";
import { readMove } from "../protocol/notation.js";
import { stepIn, stepsOf } from "./course.js";
import { Felt } from "./felt.js";
import { Panel } from "./panel.js";
import { pointAt } from "./pointing.js";

/** @typedef {import("./course.js").Step} Step */

/** Milliseconds between two moves of the others. */
const PAUSE = 1300;

export class Lesson {
  /** @param {HTMLElement} root @param {Wire.Lesson} lesson */
  constructor(root, lesson) {
    this.root = root;
    this.steps = stepsOf(lesson);
    this.felt = new Felt(root);
    this.panel = new Panel(find(".lesson-panel", root), (action) => this.act(action));
    this.number = -1;
    /** Whether the reader is to play now. */
    this.isAsking = false;
    this.isDone = false;
    /** Counts the reader's jumps to other steps; anything still running for an earlier one then stops. */
    this.visit = 0;
    this.felt.on("play", (move) => this.played(move));
    this.felt.on("refuse", (tile) => this.panel.answer(Felt.about(this.step.words.why, tile), "bad"));
    addEventListener("hashchange", () => void this.go(stepIn(location.hash, this.steps.length)));
    void this.go(stepIn(location.hash, this.steps.length));
  }

  get step() {
    return this.steps[this.number];
  }

  /** @param {string} action */
  act(action) {
    if (action === "next" && this.isDone) void this.go(this.number + 1, true);
    else if (action === "next") this.felt.first?.focus();
    else if (action === "back") void this.go(this.number - 1, true);
    else if (action === "show") this.playFor();
    else void this.go(Number(action), true);
  }

  // --- Going through the steps ---

  /** Go to a step: show its text, play the others' moves, and let the reader play. @param {number} number @param {boolean} isLed by the reader */
  async go(number, isLed = false) {
    if (!this.steps[number] || number === this.number) return;
    const visit = (this.visit += 1);
    const follows = number === this.number + 1 && this.isDone && !this.steps[number].words.view;
    this.number = number;
    const { step } = this;
    this.isAsking = this.isDone = false;
    this.panel.show(step.words, number, this.steps.length);
    this.offer();
    if (isLed) history.replaceState(history.state, "", `#${number + 1}`);
    if (!follows) this.felt.draw(step.opening);
    pointAt(this.root, {});
    await this.watch(step.frames, visit);
    if (visit === this.visit) this.begin(step, isLed);
  }

  /** Show what the others play, one after another. @param {import("./course.js").Frame[]} frames @param {number} visit */
  async watch([frame, ...others], visit) {
    if (!frame) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (visit !== this.visit) return;
    this.felt.move(frame);
    await this.watch(others, visit);
  }

  /** @param {Step} step @param {boolean} isLed */
  begin(step, isLed) {
    this.isAsking = step.answers.size > 0;
    this.isDone = !this.isAsking;
    if (this.isAsking) this.felt.ask(step.asked);
    this.offer();
    pointAt(this.root, step.words.points);
    if (isLed && this.isFree) (this.isAsking ? this.felt.first : this.panel.onward)?.focus({ preventScroll: true });
  }

  /** Whether the focus is nowhere or in the panel, so that it may move to what comes next. */
  get isFree() {
    const held = document.activeElement;
    return !held || held === document.body || this.panel.root.contains(held);
  }

  // --- What the reader plays ---

  /** @param {string} move */
  played(move) {
    const frame = this.isAsking ? this.step.answers.get(move) : undefined;
    if (frame) return this.take(frame);
    this.felt.takeBack(readMove(move).tile);
    if (this.isAsking) this.panel.answer(this.step.words.instead, "bad");
  }

  /** Play the requested move for the reader. */
  playFor() {
    const [frame] = this.step.answers.values();
    if (this.isAsking && frame) this.take(frame);
  }

  /** @param {import("./course.js").Frame} frame */
  take(frame) {
    this.isAsking = false;
    this.isDone = true;
    this.felt.move(frame);
    pointAt(this.root, {});
    this.panel.answer(this.step.words.well, "good");
    this.offer();
    this.panel.onward.focus({ preventScroll: true });
  }

  offer() {
    const { isAsking, isDone } = this;
    this.panel.offer({ isAsking, isDone, isLast: this.number === this.steps.length - 1 });
  }
}
