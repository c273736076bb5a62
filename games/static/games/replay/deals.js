/** The deals of a replay, each fetched once. */

import { stepsOf } from "./steps.js";

export class Deals {
  /** @param {string} address the URL of the nonexistent deal 0, in which the number is replaced */
  constructor(address) {
    this.address = address;
    /** @type {Map<number, Promise<import("./steps.js").Step[]>>} */
    this.known = new Map();
  }

  /** Return the steps of a deal; a failed fetch is repeated at the next call. @param {number} number */
  steps(number) {
    const known = this.known.get(number) ?? this.fetch(number);
    this.known.set(number, known);
    known.catch(() => this.known.delete(number));
    return known;
  }

  /** @param {number} number */
  async fetch(number) {
    const answer = await fetch(this.address.replace("/0.json", `/${number}.json`));
    if (!answer.ok) throw new Error(`deal ${number}: ${answer.status}`);
    return stepsOf(await answer.json());
  }
}
