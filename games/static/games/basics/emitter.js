/** An event emitter whose events and their values are known to the type checker. */

/** @template {Record<string, unknown[]>} Events the events, each with its values */
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
