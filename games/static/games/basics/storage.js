/** Access to the browser's storage, which some browsers forbid; then nothing is remembered. */

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
    // storage is full, so the value is not remembered
  }
}
