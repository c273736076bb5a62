/** What this browser remembers, as far as it may: some forbid it, and then nothing is remembered. */

/** @returns {Storage | null} */
export function browserStorage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // disabled
  }
}

/** @param {string} key @returns {string | null} */
export function recall(key) {
  return browserStorage()?.getItem(key) ?? null;
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    browserStorage()?.setItem(key, value);
  } catch {
    // storage is full, and it is forgotten
  }
}
