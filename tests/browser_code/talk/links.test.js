/** URLs in chat lines become links, and nothing else does; tests/chat/test_links.py tests the server's version. */

import assert from "node:assert/strict";
import test from "node:test";

import { pieces } from "../../../static/site/chat/links.js";

for (const [text, links] of [
  ["Good luck!", []],
  ["See https://a.example/b?c=1.", ["https://a.example/b?c=1"]],
  ["(http://a.example/x_(y))", ["http://a.example/x_(y)"]],
  ["HTTP://a.example and http://b.example", ["HTTP://a.example", "http://b.example"]],
  ["https://a.example/<script>", ["https://a.example/"]],
  ['https://a.example/"onclick=x', ["https://a.example/"]],
  ["javascript:alert(1) data:text/html,x ftp://a.example www.a.example", []],
  ["https:// and http://[", []],
]) {
  test(`links in: ${text}`, () => {
    const found = pieces(text);
    assert.deepEqual(found.filter(({ isLink }) => isLink).map((piece) => piece.text), links);
    assert.equal(found.map((piece) => piece.text).join(""), text);
  });
}
