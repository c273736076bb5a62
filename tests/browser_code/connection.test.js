/** Pauses before reconnecting, and when a connection counts as lost. */

import assert from "node:assert/strict";
import test from "node:test";

import { Connection, pause } from "../../static/site/connection.js";

test("pauses grow up to a limit", () => {
  const pauses = Array.from({ length: 11 }, (_, index) => pause(index + 1, 1));
  assert.deepEqual(pauses, pauses.toSorted((one, other) => one - other));
  assert.ok(pauses[0] <= 1000);
  assert.ok(pauses.at(-1) <= 8000);
});

test("pauses are random, so that not all pages reconnect at once", () => assert.ok(pause(4, 0) < pause(4, 1)));

/** The parts of a browser that a connection needs. */
class Socket extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  close() {
    this.isClosed = true;
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
}

test("a server that closes connections without a message is tried less and less often", () => {
  Object.assign(globalThis, {
    WebSocket: Socket,
    addEventListener() {},
    document: new EventTarget(),
    location: { href: "http://localhost/" },
    window: { setTimeout: () => 0, setInterval: () => 0 },
  });
  const connection = new Connection("/ws/", {});
  for (const failures of [1, 2, 3]) {
    connection.opened();
    connection.closed(4013);
    assert.equal(connection.failures, failures);
  }
  connection.opened();
  connection.heard("{}");
  assert.equal(connection.failures, 0);
});

/** Return a connection with a heartbeat, the callbacks that it has made, and its page. */
function talk() {
  const page = new EventTarget();
  Object.assign(globalThis, {
    WebSocket: Socket,
    addEventListener: (kind, then) => page.addEventListener(kind, then),
    document: new EventTarget(),
    location: { href: "http://localhost/" },
    window: { setTimeout: (then, after) => setTimeout(then, after), setInterval: (then, after) => setInterval(then, after) },
  });
  const told = [];
  const hearer = { doubted: () => told.push("doubted"), lost: () => told.push("lost") };
  const connection = new Connection("/ws/", hearer, { beat: "ping" });
  connection.opened();
  return { connection, told, page };
}

test("an unanswered move leads to a doubt within seconds, and then to a new connection", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { connection, told } = talk();
  const first = connection.socket;
  connection.send("move");
  context.mock.timers.tick(3000);
  assert.deepEqual([told, first.sent], [["doubted"], ["move", "ping"]]);
  context.mock.timers.tick(9000);
  assert.deepEqual(told, ["doubted", "lost"]);
  assert.notEqual(connection.socket, first);
});

test("an answered move leads to no doubt", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { connection, told } = talk();
  connection.send("move");
  context.mock.timers.tick(2000);
  connection.heard("{}");
  context.mock.timers.tick(7000);
  assert.deepEqual(told, []);
});

test("a connection that dies while idle is replaced within two heartbeats", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { connection, told } = talk();
  const first = connection.socket;
  context.mock.timers.tick(10_000);
  context.mock.timers.tick(3000);
  context.mock.timers.tick(9000);
  assert.deepEqual(told, ["doubted", "lost"]);
  assert.notEqual(connection.socket, first);
});

test("a connection attempt that hangs is abandoned and retried", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { connection } = talk();
  connection.socket = connection.open();
  context.mock.timers.tick(10_000);
  assert.ok(connection.socket.isClosed);
});

for (const kind of ["pointerdown", "keydown", "online"]) {
  test(`a lost connection is retried at once on ${kind}`, (context) => {
    context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
    const { connection, page } = talk();
    const first = connection.socket;
    page.dispatchEvent(new Event(kind));
    assert.equal(connection.socket, first);
    connection.closed(1006);
    page.dispatchEvent(new Event(kind));
    assert.notEqual(connection.socket, first);
  });
}
