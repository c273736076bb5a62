/** The own tiles at the bottom: the hand in the player's order, and what else the player may place from. */

import { html, reducedMotion } from "../../site/dom.js";
import { arrange } from "../../site/focus.js";
import { fill, gettext } from "../../site/i18n.js";
import { HandOrder } from "./order.js";
import { backImage, tileImage } from "../tiles/tile.js";

const GAP = 6;
const LARGEST = 62;
/** A dance card and a discard pile take the room of this many tiles. */
const CARD_ROOM = 3.9;

export class Hand {
  /** @param {HTMLElement} root holds .own-card, .hand and .own-discard @param {string} table */
  constructor(root, table) {
    this.root = root;
    this.row = root.querySelector(".hand");
    this.card = root.querySelector(".own-card");
    this.discard = root.querySelector(".own-discard");
    this.order = new HandOrder(table);
    this.placeable = new Set();
    new ResizeObserver(() => this.resize()).observe(root);
    root.addEventListener("focusin", (event) => this.rove(event.target.closest(".piece")));
  }

  /** @param {import("../protocol/state.js").Mine} mine @param {Record<string, any>} shown the table's public part */
  show(mine, shown) {
    this.showRow(this.order.apply(mine.hand));
    this.showCard(shown.cards?.[mine.seat]);
    this.showDiscard(shown.discards?.[mine.seat]);
    this.resize();
    this.rove(this.current);
  }

  showRow(tiles) {
    const places = this.positions();
    const kept = new Map([...this.row.children].map((node) => [node.dataset.tile, node]));
    const position = this.pieces.indexOf(this.current);
    arrange(this.row, tiles.map((tile) => kept.get(tile) ?? piece(tile)));
    if (!this.pieces.some((node) => node.tabIndex === 0)) this.rove(this.pieces[Math.min(position, this.pieces.length - 1)]);
    this.glide(places);
  }

  /** @param {{top: string | null, left: number} | undefined} card */
  showCard(card) {
    this.card.hidden = !card;
    if (!card) return;
    const under = Array.from({ length: Math.max(0, card.left - (card.top ? 1 : 0)) }, () => backImage());
    const top = card.top ? [piece(card.top)] : [];
    this.card.replaceChildren(caption(gettext("Dance card"), card.left), html("span", { class: "fan" }, ...under, ...top));
  }

  /** @param {string[] | undefined} pile */
  showDiscard(pile) {
    this.discard.hidden = !pile;
    if (!pile) return;
    const slot = pile.length ? [piece(pile[pile.length - 1])] : [html("span", { class: "slot" })];
    this.discard.replaceChildren(caption(gettext("Discards"), pile.length), ...slot);
  }

  /** What can be done with which tile. @param {Set<string>} placeable @param {string | null} selected @param {string | null} drawn */
  mark(placeable, selected, drawn) {
    this.placeable = placeable;
    for (const node of this.pieces) {
      const { tile } = node.dataset;
      node.classList.toggle("playable", placeable.has(tile));
      node.classList.toggle("drawn", tile === drawn);
      node.setAttribute("aria-pressed", String(tile === selected));
      node.setAttribute("aria-label", pieceLabel(tile, placeable.has(tile), node.closest("[role=group]")));
    }
  }

  /** Let the tiles of a new deal come in one after the other. */
  deal() {
    this.row.replaceChildren();
    this.row.classList.remove("dealing");
    requestAnimationFrame(() => this.row.classList.add("dealing"));
  }

  shake(tile) {
    const there = [0, -5, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.find(tile)?.animate(there, { duration: 260 });
  }

  /** @returns {HTMLElement[]} */
  get pieces() {
    return [...this.root.querySelectorAll(".piece")];
  }

  /** @returns {HTMLElement | null} */
  find(tile) {
    return this.pieces.find((node) => node.dataset.tile === tile) ?? null;
  }

  /** The piece that the keyboard is on. */
  get current() {
    return this.pieces.find((node) => node.tabIndex === 0) ?? this.row.firstElementChild ?? this.pieces[0] ?? null;
  }

  /** Only one of the pieces is a stop for the Tab key. @param {HTMLElement | null | undefined} current */
  rove(current) {
    if (!current) return;
    for (const node of this.pieces) node.tabIndex = node === current ? 0 : -1;
  }

  /** @param {number} step */
  walk(step) {
    const { pieces } = this;
    const next = pieces[(pieces.indexOf(this.current) + step + pieces.length) % pieces.length];
    next?.focus();
  }

  /** Move the current tile within the row. @param {number} step */
  shift(step) {
    const { current } = this;
    const index = this.order.tiles.indexOf(current?.dataset.tile) + step;
    if (current?.parentElement !== this.row || index < 0 || index >= this.order.tiles.length) return;
    this.reorder(current.dataset.tile, index);
    current.focus();
  }

  reorder(tile, index) {
    if (this.order.tiles.indexOf(tile) === index) return;
    this.order.move(tile, index);
    this.showRow(this.order.tiles);
  }

  /** Whether a tile is of the hand itself, not of the card or the pile. */
  holds(tile) {
    return this.order.tiles.includes(tile);
  }

  /** The index in the row that a point of the window means, or null when it is not over the hand. */
  indexAt({ x, y }) {
    const { left, right, top, bottom } = this.row.getBoundingClientRect();
    if (x < left || x > right || y < top - 10 || y > bottom + 10) return null;
    const distances = [...this.row.children].map((node) => away(node, x, y));
    return distances.indexOf(Math.min(...distances));
  }

  positions() {
    return new Map([...this.row.children].map((node) => [node.dataset.tile, node.getBoundingClientRect()]));
  }

  glide(before) {
    if (reducedMotion.matches) return;
    for (const node of this.row.children) {
      const old = before.get(node.dataset.tile);
      const now = node.getBoundingClientRect();
      if (!old || (old.left === now.left && old.top === now.top)) continue;
      const from = { transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` };
      node.animate([from, { transform: "none" }], { duration: 180, easing: "ease-out" });
    }
  }

  /** As large as the room allows, in as many rows as it takes. */
  resize() {
    const count = Math.max(this.row.children.length, 1);
    const extra = this.card.hidden ? 0 : CARD_ROOM;
    const height = Math.max(110, innerHeight * 0.24);
    const sizes = [1, 2, 3, 4].map((rows) => pieceWidth(count, rows, extra, this.root.clientWidth, height));
    this.root.style.setProperty("--piece", `${Math.max(...sizes)}px`);
  }
}

function pieceWidth(count, rows, extra, width, height) {
  const columns = Math.ceil(count / rows) + extra;
  return Math.floor(Math.min(LARGEST, (width - GAP * (columns + 1)) / columns, height / rows / 2.06 - GAP));
}

function piece(tile) {
  return html("button", { type: "button", class: "piece", "data-tile": tile, tabindex: -1 }, tileImage(tile));
}

function caption(text, count) {
  return html("span", { class: "caption" }, text, " ", html("b", {}, String(count)));
}

function pieceLabel(tile, playable, home) {
  const name = home?.classList.contains("hand") ? tile : fill(gettext("%(tile)s, %(from)s"), { tile, from: home?.ariaLabel ?? "" });
  return playable ? fill(gettext("%(tile)s, can be played"), { tile: name }) : name;
}

function away(node, x, y) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return Math.hypot(left + width / 2 - x, top + height / 2 - y);
}
