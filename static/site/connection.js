/** A socket that opens again by itself, after longer and longer pauses, until the server says stop. */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const HEARTBEAT = 10_000;
/** The code by which the server says: do not come back. */
const GONE = 4001;

/**
 * What is done about what happens.
 * @template In
 * @typedef {object} Hearer
 * @property {() => void} [opened]
 * @property {(message: In) => void} [heard]
 * @property {() => void} [lost] it will be tried again
 * @property {(wasLetIn: boolean) => void} [stopped] for good; `wasLetIn`: something had been heard before
 */

/** @template In what the server sends @template [Out=never] what it may be sent */
export class Connection {
  /**
   * @param {string} path
   * @param {Hearer<In>} hearer
   * @param {{beat?: Out}} options `beat`: what is sent now and then, so that a dead connection is noticed
   */
  constructor(path, hearer, { beat } = {}) {
    this.address = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.hearer = hearer;
    this.heartbeat = beat;
    this.failures = 0;
    this.heardAt = 0;
    /** @type {number | undefined} */
    this.retry = undefined;
    this.wasLetIn = false;
    addEventListener("online", () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.retryNow());
    this.socket = this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.wasLetIn = false;
    const socket = new WebSocket(this.address);
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", ({ data }) => this.heard(data));
    socket.addEventListener("close", ({ code }) => this.closed(code));
    return socket;
  }

  opened() {
    this.failures = 0;
    this.heardAt = Date.now();
    if (this.heartbeat) this.beating = window.setInterval(() => this.beat(), HEARTBEAT);
    this.hearer.opened?.();
  }

  /** @param {string} text */
  heard(text) {
    this.heardAt = Date.now();
    this.wasLetIn = true;
    this.hearer.heard?.(JSON.parse(text));
  }

  /** @param {number} code */
  closed(code) {
    clearInterval(this.beating);
    if (code === GONE) return this.hearer.stopped?.(this.wasLetIn);
    this.failures += 1;
    this.retry = window.setTimeout(() => this.retryNow(), pause(this.failures));
    this.hearer.lost?.();
  }

  /** A connection can die without a word: silence through two heartbeats counts as lost. */
  beat() {
    if (Date.now() - this.heardAt > 2.5 * HEARTBEAT) this.socket.close();
    else if (this.heartbeat) this.send(this.heartbeat);
  }

  retryNow() {
    if (this.retry !== undefined) this.socket = this.open();
  }

  /** @param {Out} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

/**
 * Milliseconds to wait after so many failures; chance keeps a crowd from knocking all at once.
 * @param {number} failures @param {number} chance
 */
export function pause(failures, chance = Math.random()) {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
  return longest * (0.5 + chance / 2);
}
