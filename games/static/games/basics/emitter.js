/** Something that tells what happens to it, by names and with values that are known to the type checker. */

/** @template {Record<string, unknown[]>} Events what it tells, each with the values that come with it */
export class Emitter {
  constructor() {
    /** @type {Map<keyof Events, ((...values: any[]) => void)[]>} */
    this.listeners = new Map();
  }

  /**
   * @template {keyof Events} Name
   * @param {Name} name @param {(...values: Events[Name]) => void} listener
   */
  on(name, listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]);
  }

  /**
   * @template {keyof Events} Name
   * @param {Name} name @param {Events[Name]} values
   */
  tell(name, ...values) {
    for (const listener of this.listeners.get(name) ?? []) listener(...values);
  }
}
