/** The other players around the table: name, tiles, points, time left, and status. */

import { ring, run } from "./clock.js";
import { countUp } from "./counting.js";
import { showRating } from "./rating.js";
import { around, atSide } from "./round.js";
import { find, findAll, html } from "../../site/dom.js";
import { fill, gettext, ngettext } from "../../site/i18n.js";
import { dealWinners } from "../talk/endings.js";
import { learntAbout, learntSentence } from "../talk/learnt.js";
import { cardSentence, pileSentence } from "../talk/words.js";
import { backImage, tileImage } from "../tiles/tile.js";

const MOST_BACKS = 9;
/** Up to this many seats are shown in full; with more, plates are small. */
const ROOMY = 11;

export class Seats {
  /**
   * @param {HTMLElement} root contains the rails left, top and right @param {HTMLElement} own the player's plate
   * @param {import("./clock.js").Clock} clock
   */
  constructor(root, own, clock) {
    this.rails = findAll(".rail", root);
    this.root = root;
    this.own = own;
    this.clock = clock;
    /** By seat number. @type {Map<number, HTMLElement>} */
    this.nodes = new Map();
    this.key = "";
    /** @type {number | null} */
    this.turn = null;
  }

  /** @param {import("../protocol/state.js").State} state */
  show(state) {
    this.seat(state);
    for (const [number, node] of this.nodes) this.refresh(node, state.seats[number], state);
    const { turn } = state.public;
    if (turn !== null && turn !== this.turn) requestAnimationFrame(() => this.bringIntoView(this.nodes.get(turn)));
    this.turn = turn;
  }

  /** Scroll a strip of many seats, but never the page. @param {HTMLElement | undefined} node */
  bringIntoView(node) {
    if (!node) return;
    const [strip, box] = [this.root.getBoundingClientRect(), node.getBoundingClientRect()];
    this.root.scrollBy({ left: (box.left + box.right - strip.left - strip.right) / 2 });
  }

  /** Assign a place to everybody, only once. @param {import("../protocol/state.js").State} state */
  seat({ seat, seats }) {
    const key = `${seat}/${seats.length}`;
    if (this.key === key) return;
    this.key = key;
    const others = around(seat, seats.length);
    const side = atSide(others.length);
    const groups = [others.slice(0, side), others.slice(side, others.length - side), others.slice(others.length - side)];
    this.nodes.clear();
    this.rails.forEach((rail, index) => rail.replaceChildren(...groups[index].map((number) => this.plate("li", number))));
    this.root.classList.toggle("many", others.length > ROOMY);
    this.root.classList.toggle("duel", others.length === 1);
    this.own.replaceChildren(...(seat === null ? [] : [this.plate("div", seat)]));
  }

  /** @param {"li" | "div"} name @param {number} number */
  plate(name, number) {
    const node = html(name, { class: "seat", "data-seat": number },
      html("span", { class: "disc" }, ring(), html("span", { class: "letter" })),
      html("span", { class: "who" }, html("span", { class: "name" }),
        html("span", { class: "standing" }, html("span", { class: "points" }), html("span", { class: "rated" }))),
      html("span", { class: "gained" }), html("span", { class: "seat-tiles" }), html("span", { class: "how" }),
      html("span", { class: "learnt" }));
    node.style.setProperty("--hue", `var(--pip-${(number % 12) + 1})`);
    this.nodes.set(number, node);
    return node;
  }

  /** @param {HTMLElement} node @param {Wire.Seat} seat @param {import("../protocol/state.js").State} state */
  refresh(node, seat, state) {
    const onTurn = state.public.turn === seat.seat;
    node.classList.toggle("on-turn", onTurn);
    node.classList.toggle("absent", seat.left || seat.away || isOffline(seat, state));
    run(find(".ring", node, SVGElement), this.clock, onTurn && !seat.bot && !state.isPast);
    write(node, ".letter", [...seat.name][0]?.toUpperCase() ?? "");
    write(node, ".name", seat.name);
    write(node, ".points", fill(ngettext("%(count)s point", "%(count)s points", seat.total), { count: seat.total }));
    showRating(find(".rated", node), seat);
    write(node, ".how", markOf(seat, state));
    this.showGain(node, seat.seat, state);
    if (seat.seat === state.seat) return;
    this.showTiles(find(".seat-tiles", node), seat.seat, state);
    const facts = learntAbout(state.public, seat.seat);
    write(node, ".learnt", facts[0] ?? "");
    find(".learnt", node).title = learntSentence(seat.name, facts);
  }

  /** Mark the winner of the deal, and count up everybody's points. @param {HTMLElement} node @param {number} number @param {import("../protocol/state.js").State} state */
  showGain(node, number, state) {
    const gained = find(".gained", node);
    const { over } = state;
    const key = over && over.reason !== "void" ? `${state.deal}` : "";
    node.classList.toggle("winner", dealWinners(state).includes(number));
    if (gained.dataset.deal === key) return;
    gained.dataset.deal = key;
    if (over && key) countUp(gained, over.scores[number]);
    else gained.textContent = "";
  }

  /** @param {HTMLElement} node @param {number} number @param {import("../protocol/state.js").State} state */
  showTiles(node, number, { public: shown, open }) {
    const opened = open?.[number] ?? shown.result?.hands?.[number];
    const hand = opened ? opened.map((tile) => tileImage(tile)) : backs(shown.hands[number]);
    const card = shown.cards ? [cardOf(shown.cards[number]), pileOf(shown.discards?.[number] ?? [])] : [];
    node.classList.toggle("opened", Boolean(opened));
    node.replaceChildren(html("span", { class: "backs" }, ...hand), count(opened ? opened.length : shown.hands[number]), ...card);
  }

  /** Return the element where a seat's tiles come from and go to. @param {number} number @returns {Element | null} */
  home(number) {
    const node = this.nodes.get(number);
    return node?.querySelector(".backs") ?? node?.querySelector(".disc") ?? null;
  }
}

/** @param {HTMLElement} node @param {string} selector @param {string} text */
function write(node, selector, text) {
  const target = find(selector, node);
  if (target.textContent !== text) target.textContent = text;
}

/** @param {number} number */
function backs(number) {
  return Array.from({ length: Math.min(number, MOST_BACKS) }, () => backImage());
}

/** @param {number} number */
function count(number) {
  const label = fill(ngettext("%(count)s tile", "%(count)s tiles", number), { count: number });
  return html("span", { class: "number", title: label }, html("span", { "aria-hidden": "true" }, String(number)), html("span", { class: "visually-hidden" }, label));
}

/** @param {Wire.Card} card */
function cardOf(card) {
  const { top, left } = card, label = cardSentence(card);
  const under = Array.from({ length: Math.max(0, left - (top ? 1 : 0)) }, () => backImage());
  return html("span", { class: "dance-card", role: "img", "aria-label": label, title: label }, ...under, ...(top ? [tileImage(top)] : []));
}

/** @param {string[]} pile */
function pileOf(pile) {
  const top = pile[pile.length - 1];
  const label = pileSentence(pile);
  return html("span", { class: "pile", role: "img", "aria-label": label, title: label }, top ? tileImage(top) : html("span", { class: "slot" }));
}

/** Return whether a player is offline; the reader never is, whatever the server knows. @param {Wire.Seat} seat @param {import("../protocol/state.js").State} state */
function isOffline(seat, state) {
  return !seat.bot && !seat.online && seat.seat !== state.seat;
}

/** Return a player's status in a word; empty if there is nothing special. @param {Wire.Seat} seat @param {import("../protocol/state.js").State} state */
function markOf(seat, state) {
  if (seat.left) return gettext("left");
  if (seat.away) return gettext("away");
  if (isOffline(seat, state)) return gettext("offline");
  if (seat.is_bot) return gettext("bot");
  if (state.public.out?.includes(seat.seat)) return gettext("out");
  if (state.over && seat.ready) return gettext("ready");
  return "";
}
