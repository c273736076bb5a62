/** Links and decks of the scheme `boneyard-chain/1` (docs/fair-deals.md), computed in the browser. Pure. */

const SCHEME = "boneyard-chain/1";

/** Each block has eight numbers; a shuffle of the largest set, double-18, needs 189. */
const BLOCKS = 40;

/** Return whether hashes can be computed, which is only possible in secure contexts. */
export function canCompute() {
  return globalThis.crypto?.subtle !== undefined;
}

/** Return whether hashing a link this many times gives an earlier link or the anchor. @param {string} earlier @param {string} link @param {number} steps */
export async function leadsTo(earlier, link, steps) {
  return hexOf(await hashed(bytesOf(link), steps)) === earlier;
}

/** @param {Uint8Array<ArrayBuffer>} value @param {number} times @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function hashed(value, times) {
  return times > 0 ? hashed(await digest(value), times - 1) : value;
}

/**
 * Return the deck of a deal: all tiles of the set, in an order that nobody could choose alone.
 * @param {string[]} tiles in any order @param {string} link @param {string[]} contributions @param {number} number of the deal
 */
export async function deckOf(tiles, link, contributions, number) {
  const deck = [...tiles].sort(ascending);
  const message = [...new TextEncoder().encode(SCHEME), ...eightBytes(number), ...contributions.flatMap((hex) => [...bytesOf(hex)])];
  const numbers = await stream(await mac(bytesOf(link), new Uint8Array(message)));
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, numbers);
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

/** Return whether these are all tiles of a set, each once. @param {string[]} tiles */
export function isWholeSet(tiles) {
  const highest = Math.max(...tiles.map((tile) => Number(tile.split("-")[0])));
  return new Set(tiles).size === tiles.length && tiles.length === ((highest + 1) * (highest + 2)) / 2;
}

/** Return more numbers than a shuffle can use; about one in ten million has to be skipped. @param {Uint8Array<ArrayBuffer>} key */
async function stream(key) {
  const blocks = await Promise.all(Array.from({ length: BLOCKS }, (_, index) => mac(key, new Uint8Array(eightBytes(index)))));
  return blocks.flatMap((block) => Array.from({ length: 8 }, (_, at) => new DataView(block.buffer).getUint32(4 * at))).values();
}

/** @param {number} bound @param {Iterator<number>} numbers @returns {number} */
function below(bound, numbers) {
  const { value } = numbers.next();
  return value < 2 ** 32 - (2 ** 32 % bound) ? value % bound : below(bound, numbers);
}

/** Compare by the higher half, then by the lower. @param {string} one @param {string} other */
function ascending(one, other) {
  const [high, low] = one.split("-").map(Number);
  const [otherHigh, otherLow] = other.split("-").map(Number);
  return high - otherHigh || low - otherLow;
}

/** @param {Uint8Array<ArrayBuffer>} value */
async function digest(value) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", value));
}

/** @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
async function mac(key, message) {
  const signing = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", signing, message));
}

/** Big-endian. @param {number} number */
function eightBytes(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(number));
  return [...new Uint8Array(view.buffer)];
}

/** @param {string} hex */
function bytesOf(hex) {
  return new Uint8Array((hex.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));
}

/** @param {Uint8Array} bytes */
function hexOf(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
