/** A socket that reconnects by itself, with growing pauses, until the server tells it to stop. */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const HEARTBEAT = 10_000;
/** Milliseconds without an answer after which the server is asked whether it is still there. */
const DOUBT = 3000;
/** Further milliseconds, and up to half as many again at random, after which a connection counts as dead. */
const GIVE_UP = 6000;
/** Milliseconds after which a connection attempt is abandoned and retried; a browser would keep trying for minutes. */
const OPENING = 10_000;
/** Milliseconds without a message after which the page must have slept: otherwise it would have reconnected by then. */
const SLEPT = 2.5 * HEARTBEAT;
/** The close code that means: do not reconnect. */
const GONE = 4001;

/**
 * Callbacks of a connection.
 * @template In
 * @typedef {object} Hearer
 * @property {() => void} [opened]
 * @property {(message: In) => void} [heard]
 * @property {() => void} [doubted] a message has not been answered for seconds
 * @property {() => void} [lost] the connection was lost and will be retried
 * @property {(wasLetIn: boolean) => void} [stopped] closed for good; `wasLetIn` if something had been received before
 */

/** @template In what the server sends @template [Out=never] what can be sent */
export class Connection {
  /**
   * @param {string} path
   * @param {Hearer<In>} hearer
   * @param {{beat?: Out}} options `beat` is sent regularly; the server must answer every message, so that a dead
   *   connection is noticed
   */
  constructor(path, hearer, { beat } = {}) {
    this.address = new URL(path, location.href.replace(/^http/, "ws")).href;
    this.hearer = hearer;
    this.heartbeat = beat;
    this.failures = 0;
    this.heardAt = 0;
    /** @type {number | undefined} */
    this.retry = undefined;
    /** The timer that runs while an answer is awaited. @type {number | undefined} */
    this.awaiting = undefined;
    this.wasLetIn = false;
    // A reader who uses the page is waiting for it, so a tap or a key retries immediately.
    for (const kind of ["online", "pointerdown", "keydown"]) addEventListener(kind, () => this.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    this.socket = this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.wasLetIn = false;
    const socket = new WebSocket(this.address);
    const isOurs = () => socket === this.socket;
    socket.addEventListener("open", () => isOurs() && this.opened());
    socket.addEventListener("message", ({ data }) => isOurs() && this.heard(data));
    socket.addEventListener("close", ({ code }) => isOurs() && this.closed(code));
    this.awaiting = window.setTimeout(() => socket.close(), OPENING);
    return socket;
  }

  opened() {
    this.stopAwaiting();
    this.heardAt = Date.now();
    if (this.heartbeat) this.beating = window.setInterval(() => this.wake(), HEARTBEAT);
    this.hearer.opened?.();
  }

  /** @param {string} text */
  heard(text) {
    this.stopAwaiting();
    this.heardAt = Date.now();
    this.wasLetIn = true;
    this.failures = 0;
    this.hearer.heard?.(JSON.parse(text));
  }

  /** @param {number} code */
  closed(code) {
    this.stopAwaiting();
    clearInterval(this.beating);
    if (code === GONE) return this.hearer.stopped?.(this.wasLetIn);
    this.failures += 1;
    this.retry = window.setTimeout(() => this.retryNow(), pause(this.failures));
    this.hearer.lost?.();
  }

  /** Send a heartbeat. A connection can die silently: then there is no answer. */
  beat() {
    if (this.heartbeat) this.send(this.heartbeat);
  }

  /** Expect an answer. A phone that changes networks may get none and not notice it for minutes. */
  expectAnswer() {
    this.awaiting ??= window.setTimeout(() => this.doubt(), DOUBT);
  }

  /** Ask whether the server is still there: it may have been busy, or may not have answered the last message. */
  doubt() {
    this.beat();
    this.awaiting = window.setTimeout(() => this.renew(), GIVE_UP * (1 + Math.random() / 2));
    this.hearer.doubted?.();
  }

  stopAwaiting() {
    clearTimeout(this.awaiting);
    this.awaiting = undefined;
  }

  /** Replace a dead connection, whose close event may take minutes, by a new one. */
  renew() {
    const dead = this.socket;
    this.stopAwaiting();
    clearInterval(this.beating);
    this.hearer.lost?.();
    this.socket = this.open();
    dead.close();
  }

  /** Ask whether anything was missed; called regularly, and when the page becomes visible again. After a sleep the
   * connection is most likely dead, and opening a new one is quicker than waiting for an answer. */
  wake() {
    if (this.retry !== undefined) this.retryNow();
    else if (this.heartbeat && this.socket.readyState === WebSocket.OPEN) {
      if (Date.now() - this.heardAt > SLEPT) this.renew();
      else this.beat();
    }
  }

  retryNow() {
    if (this.retry !== undefined) this.socket = this.open();
  }

  /** @param {Out} message @returns {boolean} whether it was sent */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    if (this.heartbeat) this.expectAnswer();
    return true;
  }
}

/**
 * Return the milliseconds to wait after this many failures, randomised so that not all pages reconnect at once.
 * @param {number} failures @param {number} chance
 */
export function pause(failures, chance = Math.random()) {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1));
  return longest * (0.5 + chance / 2);
}
