/** Access to the browser's storage, which some browsers forbid; then nothing is remembered. */

/** Return what the browser keeps for good. @returns {Storage | null} */
export function browserStorage() {
  return found("localStorage");
}

/** Return what the browser keeps as long as the tab is open. @returns {Storage | null} */
export function tabStorage() {
  return found("sessionStorage");
}

/** @param {"localStorage" | "sessionStorage"} name */
function found(name) {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null; // disabled
  }
}

/** @param {string} key @returns {string | null} */
export function recall(key, storage = browserStorage()) {
  return storage?.getItem(key) ?? null;
}

/** @param {string} key */
export function forget(key, storage = browserStorage()) {
  storage?.removeItem(key);
}

/** @param {string} key @param {string} value */
export function remember(key, value, storage = browserStorage()) {
  try {
    storage?.setItem(key, value);
  } catch {
    // storage is full, so the value is not remembered
  }
}
