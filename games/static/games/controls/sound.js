/** Short, soft, synthesised sounds; one click turns them off. */

import { recall, remember } from "../../site/storage.js";

const KEY = "sound";

/** How loud sounds are, relative to the usual volume. @type {Record<string, number>} */
const FACTORS = { quiet: 0.35, loud: 2.2 };

/** @typedef {[frequency: number, start: number, length: number, loudness: number, shape: OscillatorType]} Note */

/** The tunes of events; if there are several events, the first in this list is played. @type {Record<string, keyof typeof TUNES>} */
const TUNE_OF = { "deal-over": "over", foot: "foot", placed: "laid", discarded: "laid" };

/** Each note: frequency in Hz, start and length in seconds, loudness, shape. */
const TUNES = /** @satisfies {Record<string, Note[]>} */ ({
  turn: [[587, 0, 0.16, 0.1, "sine"], [880, 0.11, 0.28, 0.1, "sine"]],
  laid: [[190, 0, 0.05, 0.22, "triangle"], [1150, 0, 0.025, 0.05, "square"]],
  foot: [[523, 0, 0.12, 0.09, "triangle"], [659, 0.09, 0.12, 0.09, "triangle"], [784, 0.18, 0.24, 0.09, "triangle"]],
  over: [[659, 0, 0.2, 0.09, "sine"], [523, 0.16, 0.2, 0.09, "sine"], [392, 0.32, 0.5, 0.1, "sine"]],
});

export class Sound {
  constructor() {
    const usual = document.documentElement.dataset.sound !== "off";
    this.on = recall(KEY) ? recall(KEY) === "on" : usual;
    /** @type {AudioContext | undefined} */
    this.context = undefined;
    const wake = () => this.wake();
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { once: true });
  }

  /** Browsers allow sound only after the player has touched the page. */
  wake() {
    this.context ??= new AudioContext();
    this.context.resume();
  }

  toggle() {
    this.on = !this.on;
    remember(KEY, this.on ? "on" : "off");
    if (this.on) this.play("laid");
  }

  /** @param {Wire.Event[]} events */
  hear(events) {
    const kind = Object.keys(TUNE_OF).find((telling) => events.some((event) => event.kind === telling));
    if (kind) this.play(TUNE_OF[kind]);
  }

  /** @param {keyof typeof TUNES} tune */
  play(tune) {
    if (!this.on || this.context?.state !== "running") return;
    const factor = FACTORS[document.documentElement.dataset.volume ?? ""] ?? 1;
    for (const note of TUNES[tune]) sing(this.context, note, factor);
  }
}

/** @param {AudioContext} context @param {Note} note @param {number} factor */
function sing(context, [frequency, start, length, loudness, shape], factor) {
  const from = context.currentTime + start;
  const voice = new OscillatorNode(context, { frequency, type: shape });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, from);
  volume.gain.exponentialRampToValueAtTime(loudness * factor, from + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  voice.connect(volume).connect(context.destination);
  voice.start(from);
  voice.stop(from + length + 0.02);
}
