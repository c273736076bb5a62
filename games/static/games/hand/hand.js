/** The player's tiles: the hand in the player's order, the dance card and the discard pile. */

import { data, find, findAll, hit, html } from "../../site/dom.js";
import { arrange } from "../basics/focus.js";
import { fill, gettext } from "../../site/i18n.js";
import { isStill, lasting } from "../../site/motion.js";
import { isCardinal } from "../talk/refusals.js";
import { HandOrder } from "./order.js";
import { grown, sizeFactor } from "../tiles/size.js";
import { backImage, tileImage } from "../tiles/tile.js";

const GAP = 6;
/** Tiles that can be played stand a little taller, and must not cover the row above. */
const ROW_GAP = 12;
/** The height in pixels that a hand may always take, and the height that the rest of the page needs. */
const LOWEST = 110;
const ALL_ELSE = 560;
/** The width of a tile at most, in a narrow window and in a wide one. */
const LARGEST = [62, 92];
/** Up to this many tiles stay in one row if they are then at least this wide. */
const IN_ONE_ROW = 8;
const LEAST = 30;
/** A dance card and a discard pile are as wide as this many tiles. */
const CARD_ROOM = 3.9;

export class Hand {
  /** @param {HTMLElement} root holds .own-card, .hand and .own-discard @param {string} table */
  constructor(root, table) {
    this.root = root;
    this.row = find(".hand", root);
    this.row.replaceChildren(); // the page may have come with a picture
    this.card = find(".own-card", root);
    this.discard = find(".own-discard", root);
    this.order = new HandOrder(table, document.documentElement.dataset.handOrder);
    /** What the size of the tiles was last computed for: their number, and whether there is a dance card. */
    this.sizedFor = "";
    new ResizeObserver(() => this.resize()).observe(root);
    addEventListener("resize", () => this.resize());
    root.addEventListener("focusin", (event) => this.rove(hit(event, ".piece")));
  }

  /** @param {Wire.Mine} mine @param {Wire.Public} shown the table's public part */
  show(mine, shown) {
    this.showRow(this.order.apply(mine.hand));
    for (const piece of this.rowPieces) piece.classList.toggle("cardinal", isCardinal(shown, data(piece, "tile")));
    this.showCard(shown.cards?.[mine.seat]);
    this.showDiscard(shown.discards?.[mine.seat]);
    const sizes = `${this.row.children.length}/${this.card.hidden}`;
    if (sizes !== this.sizedFor) this.resize();
    this.sizedFor = sizes;
    this.rove(this.current);
  }

  /** @param {string[]} tiles */
  showRow(tiles) {
    const kept = new Map(this.rowPieces.map((node) => [data(node, "tile"), node]));
    if (String([...kept.keys()]) === String(tiles)) return;
    const places = isStill() ? new Map() : this.positions();
    const position = this.pieces.findIndex((node) => node === this.current);
    arrange(this.row, tiles.map((tile) => kept.get(tile) ?? newPiece(tile)));
    if (!this.pieces.some((node) => node.tabIndex === 0)) this.rove(this.pieces[Math.min(position, this.pieces.length - 1)]);
    this.glide(places);
  }

  /** @param {Wire.Card | undefined} card */
  showCard(card) {
    this.card.hidden = !card;
    if (!card) return;
    const under = Array.from({ length: Math.max(0, card.left - (card.top ? 1 : 0)) }, () => backImage());
    const top = card.top ? [newPiece(card.top)] : [];
    this.card.replaceChildren(caption(gettext("Dance card"), card.left), html("span", { class: "fan" }, ...under, ...top));
  }

  /** @param {string[] | undefined} pile */
  showDiscard(pile) {
    this.discard.hidden = !pile;
    if (!pile) return;
    const slot = pile.length ? [newPiece(pile[pile.length - 1])] : [html("span", { class: "slot" })];
    this.discard.replaceChildren(caption(gettext("Discards"), pile.length), ...slot);
  }

  /** Mark what can be done with each tile. @param {Set<string>} placeable @param {string | null} selected @param {string | null} drawn */
  mark(placeable, selected, drawn) {
    for (const node of this.pieces) {
      const tile = data(node, "tile");
      node.classList.toggle("playable", placeable.has(tile));
      node.classList.toggle("drawn", tile === drawn);
      node.setAttribute("aria-pressed", String(tile === selected));
      node.setAttribute("aria-label", pieceLabel(tile, placeable.has(tile), node.closest("[role=group]")));
    }
  }

  /** Animate the tiles of a new deal coming in one by one. */
  deal() {
    this.row.replaceChildren();
    this.row.classList.remove("dealing");
    requestAnimationFrame(() => this.row.classList.add("dealing"));
  }

  /** @param {string} tile */
  shake(tile) {
    const there = [0, -5, 5, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    this.piece(tile)?.animate(there, { duration: 260 });
  }

  get pieces() {
    return findAll(".piece", this.root);
  }

  /** The pieces of the hand itself. */
  get rowPieces() {
    return findAll(".piece", this.row);
  }

  /** @param {string} tile */
  piece(tile) {
    return this.pieces.find((node) => node.dataset.tile === tile) ?? null;
  }

  /** The focused piece. */
  get current() {
    return this.pieces.find((node) => node.tabIndex === 0) ?? this.rowPieces[0] ?? this.pieces[0] ?? null;
  }

  /** Make one piece the only tab stop (roving tabindex). @param {HTMLElement | null | undefined} current */
  rove(current) {
    if (!current) return;
    for (const node of this.pieces) node.tabIndex = node === current ? 0 : -1;
  }

  /** @param {number} step */
  walk(step) {
    const { pieces, current } = this;
    const next = pieces[(pieces.findIndex((node) => node === current) + step + pieces.length) % pieces.length];
    next?.focus();
  }

  /** Move the current tile within the row. @param {number} step */
  shift(step) {
    const { current } = this;
    if (current?.parentElement !== this.row) return;
    const tile = data(current, "tile");
    const index = this.order.tiles.indexOf(tile) + step;
    if (index < 0 || index >= this.order.tiles.length) return;
    this.reorder(tile, index);
    current.focus();
  }

  /** @param {string} tile @param {number} index */
  reorder(tile, index) {
    if (this.order.tiles.indexOf(tile) === index) return;
    this.order.move(tile, index);
    this.showRow(this.order.tiles);
  }

  /** Return whether a tile is in the hand itself, not on the card or the pile. @param {string} tile */
  holds(tile) {
    return this.order.tiles.includes(tile);
  }

  /** Return the index in the row at a point of the window, or null if that is not over the hand.
   *  @param {import("./drag.js").Point} at */
  indexAt({ x, y }) {
    const { left, right, top, bottom } = this.row.getBoundingClientRect();
    if (x < left || x > right || y < top - 10 || y > bottom + 10) return null;
    const distances = this.rowPieces.map((node) => away(node, x, y));
    return distances.indexOf(Math.min(...distances));
  }

  positions() {
    return new Map(this.rowPieces.map((node) => [data(node, "tile"), node.getBoundingClientRect()]));
  }

  /** Animate the tiles from where they were. @param {Map<string, DOMRect>} before */
  glide(before) {
    if (before.size === 0) return;
    for (const node of this.rowPieces) {
      const old = before.get(data(node, "tile"));
      const now = node.getBoundingClientRect();
      if (!old || (old.left === now.left && old.top === now.top)) continue;
      const from = { transform: `translate(${old.left - now.left}px, ${old.top - now.top}px)` };
      node.animate([from, { transform: "none" }], { duration: lasting(180), easing: "ease-out" });
    }
  }

  /** Make the tiles as large as possible, in as many rows as necessary; a few stay in one. */
  resize() {
    const count = Math.max(this.row.children.length, 1);
    const extra = this.card.hidden ? 0 : CARD_ROOM;
    const wanted = innerHeight * 0.24 * Math.max(1, sizeFactor());
    const height = Math.max(LOWEST, Math.min(wanted, innerHeight - ALL_ELSE));
    const sizes = [1, 2, 3, 4].map((rows) => pieceWidth(count, rows, extra, this.root.clientWidth, height));
    const fits = count <= IN_ONE_ROW && sizes[0] >= LEAST && sizeFactor() <= 1;
    this.root.style.setProperty("--piece", `${fits ? sizes[0] : Math.max(...sizes)}px`);
  }
}

/**
 * @param {number} count @param {number} rows @param {number} extra in tiles
 * @param {number} width @param {number} height in pixels
 */
function pieceWidth(count, rows, extra, width, height) {
  const columns = Math.ceil(count / rows) + extra;
  return Math.floor(Math.min(grown(LARGEST[0], LARGEST[1]), (width - GAP * (columns + 1)) / columns, (height / rows - ROW_GAP) / 2.06));
}

/** @param {string} tile */
function newPiece(tile) {
  return html("button", { type: "button", class: "piece", "data-tile": tile, tabindex: -1 }, tileImage(tile));
}

/** @param {string} text @param {number} count */
function caption(text, count) {
  return html("span", { class: "caption" }, text, " ", html("b", {}, String(count)));
}

/** @param {string} tile @param {boolean} playable @param {Element | null} home */
function pieceLabel(tile, playable, home) {
  const name = home?.classList.contains("hand") ? tile : fill(gettext("%(tile)s, %(from)s"), { tile, from: home?.ariaLabel ?? "" });
  return playable ? fill(gettext("%(tile)s, can be played"), { tile: name }) : name;
}

/** @param {Element} node @param {number} x @param {number} y */
function away(node, x, y) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return Math.hypot(left + width / 2 - x, top + height / 2 - y);
}
