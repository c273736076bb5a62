/** How long a lost connection waits before reconnecting. */

import assert from "node:assert/strict";
import test from "node:test";

import { Connection, pause } from "../../static/site/connection.js";

test("pauses grow and have an end", () => {
  const pauses = Array.from({ length: 11 }, (_, index) => pause(index + 1, 1));
  assert.deepEqual(pauses, pauses.toSorted((one, other) => one - other));
  assert.ok(pauses[0] <= 1000);
  assert.ok(pauses.at(-1) <= 15_000);
});

test("pauses differ, so that a crowd does not knock at once", () => assert.ok(pause(4, 0) < pause(4, 1)));

/** What a connection needs of a browser. */
class Socket extends EventTarget {
  close() {}
}

test("a server that opens and closes without a word is asked less and less often", () => {
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
