/** Turns URLs in chat lines into links, like `chat/templatetags/links.py` on the server. */

import { html } from "../dom.js";

const ADDRESS = /https?:\/\/[^\s<>"“”„«»]+/gi;

/** Characters that end a sentence or a bracket rather than a URL. */
const AFTERWARDS = /[.,;:!?…'’*_]+$/;

/** @typedef {{text: string, isLink: boolean}} Piece */

/** Split a text into URLs and the text between them. @param {string} text @returns {Piece[]} */
export function pieces(text) {
  /** @type {Piece[]} */
  const found = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    if (!isAddress(address)) continue;
    found.push({ text: text.slice(from, match.index), isLink: false }, { text: address, isLink: true });
    from = match.index + address.length;
  }
  found.push({ text: text.slice(from), isLink: false });
  return found.filter((piece) => piece.text);
}

/** Return the text as nodes, with its URLs as links. @param {string} text @returns {Node[]} */
export function linked(text) {
  return pieces(text).map((piece) => (piece.isLink ? link(piece.text) : document.createTextNode(piece.text)));
}

/** @param {string} address */
function link(address) {
  return html("a", { href: address, rel: "nofollow ugc noopener", target: "_blank" }, address);
}

/** Cut off characters that belong to the sentence around a URL. @param {string} address @returns {string} */
function trimmed(address) {
  const shorter = address.replace(AFTERWARDS, "");
  const isOpen = shorter.endsWith(")") && shorter.split(")").length > shorter.split("(").length;
  if (isOpen) return trimmed(shorter.slice(0, -1));
  return shorter;
}

/** @param {string} address */
function isAddress(address) {
  return URL.canParse(address) && new URL(address).hostname !== "";
}
