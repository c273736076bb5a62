/** Keeps what this browser saw and sent before the deal, and checks whether what it sees later agrees with that. */

import { contribution } from "../../site/contribution.js";
import { fill, gettext } from "../../site/i18n.js";
import { browserStorage } from "../../site/storage.js";
import { canCompute, deckOf, isWholeSet, leadsTo } from "./chain.js";

/**
 * @typedef {{at: number, anchor?: string, bytes?: string, contributions?: string[], seat?: number | null}} Kept
 *   `bytes`: the contribution that was sent; `contributions`: those of all seats, as first shown; `seat`: the player's
 * @typedef {{anchor: string, contributions: string[], deals: Dealt[]}} Shown
 * @typedef {{number: number, link: string | null, deck?: string[]}} Dealt
 * @typedef {{kind: "anchor" | "bytes" | "contributions" | "link" | "deck", number?: number}} Fault
 */

const PREFIX = "fair:";
const MOST_KEPT = 100;

export class Witness {
  /** @param {string} table @param {Storage | null} storage */
  constructor(table, storage = browserStorage()) {
    this.key = PREFIX + table;
    this.storage = storage;
  }

  /** @returns {Kept} */
  get kept() {
    return JSON.parse(this.storage?.getItem(this.key) ?? "null") ?? { at: Date.now() };
  }

  /** @param {Partial<Kept>} more values known before are kept */
  keep(more) {
    try {
      this.storage?.setItem(this.key, JSON.stringify({ ...more, ...this.kept }));
      forgetOldest(this.storage);
    } catch {
      // storage is full or unavailable, so nothing can be compared later
    }
  }

  /** Return the contribution for the player's seat: the same in every tab, as only the first to arrive counts. @param {string} anchor */
  bytesFor(anchor) {
    const bytes = this.kept.bytes ?? contribution();
    this.keep({ anchor, bytes });
    return bytes;
  }

  /** Note what is shown when the match begins. @param {Wire.Fair} fair @param {number | null} seat */
  see({ anchor, contributions }, seat) {
    this.keep({ anchor, contributions, seat });
  }

  /** @param {Shown} shown @returns {Promise<Fault[]>} */
  faults(shown) {
    return faults(this.kept, shown);
  }
}

/** Return the discrepancies; links are only checked where hashes can be computed. @param {Kept} kept @param {Shown} shown @returns {Promise<Fault[]>} */
export async function faults(kept, shown) {
  /** @type {Fault[]} */
  const found = [];
  const { seat, bytes, contributions } = kept;
  if (kept.anchor !== undefined && kept.anchor !== shown.anchor) found.push({ kind: "anchor" });
  if (contributions && contributions.join() !== shown.contributions.join()) found.push({ kind: "contributions" });
  else if (bytes && typeof seat === "number" && shown.contributions[seat] !== bytes) found.push({ kind: "bytes" });
  const told = shown.deals.filter(({ link }) => canCompute() && link !== null);
  const wrong = await Promise.all(told.map((deal, index) => wrongIn(deal, told[index - 1], shown)));
  return [...found, ...wrong.filter((fault) => fault !== null)];
}

/** @param {Dealt} deal @param {Dealt | undefined} before the deal of the previous link, if any @param {Shown} shown @returns {Promise<Fault | null>} */
async function wrongIn({ number, link, deck }, before, { anchor, contributions }) {
  if (link === null) return null;
  if (!(await leadsTo(before?.link ?? anchor, link, number - (before?.number ?? 0)))) return { kind: "link", number };
  return deck && !(await isShuffled(deck, link, contributions, number)) ? { kind: "deck", number } : null;
}

/** @param {string[]} deck @param {string} link @param {string[]} contributions @param {number} number */
async function isShuffled(deck, link, contributions, number) {
  return isWholeSet(deck) && (await deckOf(deck, link, contributions, number)).join() === deck.join();
}

/** @param {Fault} fault */
export function sentenceOf({ kind, number = 0 }) {
  switch (kind) {
    case "anchor":
      return gettext("The anchor is not the one that your browser was shown at first: the house may have chosen these tiles.");
    case "contributions":
      return gettext("The bytes of the seats are not those that your browser was shown at first: the house may have chosen these tiles.");
    case "bytes":
      return gettext("The bytes that your browser sent are not part of this shuffle: they came too late, or the house left them out.");
    case "link":
      return fill(gettext("The link of deal %(number)s does not lead to the anchor: the house may have chosen its tiles."), { number });
    case "deck":
      return fill(gettext("The tiles of deal %(number)s do not come from its link: the house may have chosen them."), { number });
  }
}

/** @param {Storage | null} storage */
function forgetOldest(storage) {
  if (!storage) return;
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "").filter((key) => key.startsWith(PREFIX));
  if (keys.length <= MOST_KEPT) return;
  const ages = keys.map((key) => ({ key, at: JSON.parse(storage.getItem(key) ?? "{}").at ?? 0 }));
  for (const { key } of ages.sort((one, other) => one.at - other.at).slice(0, keys.length - MOST_KEPT)) storage.removeItem(key);
}
