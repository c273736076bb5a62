/** The connection to the table: opens again by itself, with growing pauses, until the server says stop. */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const HEARTBEAT = 10_000;
const STOP = 4001;

export class TableSocket extends EventTarget {
  /** @param {string} path */
  constructor(path) {
    super();
    this.address = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.failures = 0;
    this.connected = false;
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => this.opened());
    this.socket.addEventListener("message", (event) => this.received(event));
    this.socket.addEventListener("close", (event) => this.closed(event.code));
  }

  opened() {
    this.failures = 0;
    this.connected = true;
    this.heard = Date.now();
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT);
    this.tell("connected");
  }

  received(event) {
    this.heard = Date.now();
    this.tell("message", JSON.parse(event.data));
  }

  closed(code) {
    clearInterval(this.heartbeat);
    this.connected = false;
    if (code === STOP) return this.tell("stopped");
    this.failures += 1;
    this.retry = setTimeout(() => this.open(), pause(this.failures));
    this.tell("lost");
  }

  /** A connection can die without a word: silence through two heartbeats counts as lost. */
  beat() {
    if (Date.now() - this.heard > 2.5 * HEARTBEAT) this.socket.close();
    else this.send({ type: "ping" });
  }

  retryNow() {
    if (this.retry !== undefined && !this.connected) this.open();
  }

  /** @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Milliseconds to wait after so many failures; the jitter keeps a crowd from knocking all at once. */
export function pause(failures, chance = Math.random()) {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
  return longest * (0.5 + chance / 2);
}
