/** A socket that only listens: opened again by itself, after longer and longer pauses, unless it is not wanted. */

const LONGEST_PAUSE = 15_000;
/** The code by which the server says: do not come back. */
const GONE = 4001;

/**
 * @param {string} address
 * @param {{opened?: () => void, heard?: (message: any) => void, shownOut?: () => void}} hearer `shownOut`: whoever was
 *   let in may not look any more
 * @param {number} failures in a row so far
 */
export function listen(address, hearer, failures = 0) {
  const socket = new WebSocket(new URL(address, location.href.replace(/^http/, "ws")));
  let isOpen = false;
  let hasHeard = false;
  socket.addEventListener("open", () => {
    isOpen = true;
    hearer.opened?.();
  });
  socket.addEventListener("message", ({ data }) => {
    hasHeard = true;
    hearer.heard?.(JSON.parse(data));
  });
  socket.addEventListener("close", ({ code }) => {
    if (code === GONE) {
      if (hasHeard) hearer.shownOut?.();
      return;
    }
    const next = isOpen ? 1 : failures + 1;
    setTimeout(() => listen(address, hearer, next), Math.min(LONGEST_PAUSE, 500 * 2 ** next) * (0.5 + Math.random() / 2));
  });
}
