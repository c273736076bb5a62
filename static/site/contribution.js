/** This browser's own random contribution to a shuffle. */

/** Return 16 random bytes as hex digits. */
export function contribution() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
