/** Sentences about what is happening, for the status line and screen readers. */

import { choice, fill, gettext, listed, ngettext } from "../../site/i18n.js";
import { readMove } from "../protocol/notation.js";
import { dealTitle } from "./endings.js";
import { nameOf } from "./names.js";

/** @typedef {import("../protocol/state.js").State} State */

/** Say whose turn it is, and what can be done. @param {State} state @returns {string} */
export function turnSentence(state) {
  if (state.result) return resultSentence(state);
  if (state.over) return dealTitle(state);
  const { turn } = state.public;
  const task = mustSentence(state.public.must);
  if (turn === state.seat) return ownTurn(state, task);
  const name = nameOf(state, turn);
  return task ? fill(gettext("%(name)s’s turn: %(task)s"), { name, task }) : fill(gettext("%(name)s’s turn"), { name });
}

/** @param {State} state @param {string} task */
function ownTurn(state, task) {
  const words = abilities(state.mine?.legal ?? []);
  if (words.length === 0) return gettext("Your turn");
  const can = fill(gettext("you can %(things)s"), { things: choice(words) });
  if (words.length === 1 && !task) return fill(gettext("Your turn: %(task)s"), { task: words[0] });
  return fill(gettext("Your turn: %(task)s"), { task: task && words.length === 1 && placing(state) ? task : joined(task, can) });
}

/** @param {State} state Return whether placing a tile is the only option. */
function placing(state) {
  return state.mine?.legal.every(({ move }) => readMove(move).kind === "place");
}

/** @param {string} task @param {string} can */
function joined(task, can) {
  return task ? fill(gettext("%(task)s; %(can)s"), { task, can }) : can;
}

/** Return "two toes to go on 5-5". @param {Wire.Must | null | undefined} must */
export function mustSentence(must) {
  if (!must) return "";
  const { tile, left } = must;
  const sentence = must.kind === "foot"
    ? ngettext("%(count)s toe to go on %(tile)s", "%(count)s toes to go on %(tile)s", left)
    : ngettext("%(count)s arm to go on %(tile)s", "%(count)s arms to go on %(tile)s", left);
  return fill(sentence, { count: inWords(left), tile });
}

/** @param {number} count */
function inWords(count) {
  return [gettext("no"), gettext("one"), gettext("two"), gettext("three"), gettext("four")][count] ?? String(count);
}

/** @type {Record<string, () => string>} */
const ABILITIES = {
  place: () => gettext("place a tile"),
  draw: () => gettext("draw"),
  pass: () => gettext("pass"),
  discard: () => gettext("discard to end the turn"),
  end: () => gettext("end the turn"),
};

/** @param {Wire.Offer[]} legal */
function abilities(legal) {
  const kinds = new Set(legal.map(({ move }) => readMove(move).kind));
  return Object.keys(ABILITIES).filter((kind) => kinds.has(kind)).map((kind) => ABILITIES[kind]());
}

/** Say what to do with the chosen tile; empty if there is none. @param {import("../hand/choosing.js").Choosing} choosing */
export function choiceSentence({ selected, discarding, legal }) {
  if (discarding) return gettext("Choose the tile to discard.");
  if (!selected) return "";
  const hasPlaces = legal.some(({ move }) => readMove(move).kind === "place" && readMove(move).tile === selected);
  return fill(hasPlaces ? gettext("Choose a place for %(tile)s.") : gettext("%(tile)s fits nowhere; you can discard it."), { tile: selected });
}

/** If many events happen at once, as when everybody draws for the start, only the last ones are reported. */
const MOST_NEWS = 2;

/** Say what has just happened. @param {State} state @param {Wire.Event[]} events */
export function newsSentence(state, events) {
  return newsOf(state, events).slice(-MOST_NEWS).join(" ");
}

/** Return a sentence for each event worth reporting. @param {State} state @param {Wire.Event[]} events @returns {string[]} */
export function newsOf(state, events) {
  const opened = events.find(({ kind }) => kind === "opened");
  if (opened && events.some(({ kind }) => kind === "drew")) return [searchSentence(opened), eventSentence(state, opened)];
  const feet = new Set(events.filter(({ kind }) => kind === "foot").map(({ tile }) => tile));
  const news = events.filter(({ kind, tile }) => kind !== "placed" || !feet.has(tile));
  return news.map((event) => eventSentence(state, event)).filter(Boolean);
}

/** Say why hands are larger than dealt: everybody drew until the first tile was found (CF6). @param {Wire.Event} opened */
function searchSentence({ tile = "" }) {
  return fill(gettext("Nobody had %(tile)s, so everyone drew until it came up."), { tile });
}

/** Describe an event; empty if it is not worth reporting. @param {State} state @param {Wire.Event} event */
function eventSentence(state, { kind, seat, tile = "", place = "", count = 1 }) {
  const words = kind === "placed" && place ? (PLACED[place] ?? ON_A_TILE) : NEWS[kind];
  const [own, others] = words?.(count) ?? ["", ""];
  return fill(seat === state.seat ? own : others, { name: nameOf(state, seat ?? null), tile, place, count });
}

/** Say which tiles the reader has drawn. @param {string[]} tiles */
export function drawnSentence(tiles) {
  return fill(gettext("You draw %(tiles)s."), { tiles: listed(tiles) });
}

/** The kinds of events that moves lead to. @type {Record<string, string>} */
const EVENTS = { place: "placed", draw: "drew", pass: "passed", end: "ended", discard: "discarded" };

/** Say what a move of the past was. @param {State} state @param {[seat: number, move: string]} played */
export function moveSentence(state, [seat, text]) {
  const { kind, tile, place } = readMove(text);
  return eventSentence(state, /** @type {Wire.Event} */ ({ kind: EVENTS[kind], seat, tile: tile ?? "", place }));
}

/** For the ends of a line, the sentence about a tile of the reader's and the one about others. @type {Record<string, () => string[]>} */
const PLACED = {
  L: () => [gettext("You place %(tile)s on the left."), gettext("%(name)s places %(tile)s on the left.")],
  R: () => [gettext("You place %(tile)s on the right."), gettext("%(name)s places %(tile)s on the right.")],
};

const ON_A_TILE = () => [gettext("You place %(tile)s on %(place)s."), gettext("%(name)s places %(tile)s on %(place)s.")];

/** For each kind, the sentence about the reader and the one about others. @type {Record<string, (count: number) => string[]>} */
const NEWS = {
  opened: () => [gettext("You open with %(tile)s."), gettext("%(name)s opens with %(tile)s.")],
  placed: () => [gettext("You place %(tile)s."), gettext("%(name)s places %(tile)s.")],
  foot: () => [gettext("You make a chicken foot: %(tile)s!"), gettext("%(name)s makes a chicken foot: %(tile)s!")],
  drew: (count) => [
    ngettext("You draw a tile.", "You draw %(count)s tiles.", count),
    ngettext("%(name)s draws.", "%(name)s draws %(count)s tiles.", count),
  ],
  discarded: () => [gettext("You discard %(tile)s."), gettext("%(name)s discards %(tile)s.")],
  "turned-up": () => [gettext("You turn up %(tile)s."), gettext("%(name)s turns up %(tile)s.")],
  passed: () => [gettext("You pass."), gettext("%(name)s passes.")],
  ended: () => [gettext("You end the turn."), gettext("%(name)s ends the turn.")],
  "went-out": () => [gettext("You are out!"), gettext("%(name)s is out.")],
};

/** Return "Open ends 6 and 3." @param {State} state */
export function endsSentence(state) {
  if (state.ends.length === 0) return gettext("No open ends.");
  const numbers = state.ends.map(({ pips, spots }) => endWords(pips, spots.length));
  return fill(ngettext("Open end: %(ends)s.", "Open ends: %(ends)s.", numbers.length), { ends: listed(numbers) });
}

/** @param {number} pips @param {number} count of places */
function endWords(pips, count) {
  return count > 1 ? fill(gettext("%(pips)s in %(count)s places"), { pips, count }) : String(pips);
}

/** Say who has won. @param {State} state */
export function resultSentence(state) {
  const winners = state.result?.winners ?? [];
  if (winners.length === 1 && winners[0] === state.seat) return gettext("You have won the match!");
  const names = listed(winners.map((seat) => nameOf(state, seat)));
  return fill(ngettext("%(names)s has won the match.", "%(names)s share the win.", winners.length), { names });
}
