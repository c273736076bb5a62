/** The table where a match is played: puts the parts together, takes messages in and hands them on. */

import { Actions } from "./controls/actions.js";
import { Attention } from "./controls/attention.js";
import { Board } from "./board/board.js";
import { carry } from "./hand/carrying.js";
import { Chat } from "./talk/chat.js";
import { Choosing } from "./hand/choosing.js";
import { Clock } from "./seats/clock.js";
import { wireControls } from "./controls/controls.js";
import { find } from "../site/dom.js";
import { contribution, showFair } from "./side/fair.js";
import { keepingFocus } from "../site/focus.js";
import { Hand } from "./hand/hand.js";
import { fill, gettext } from "../site/i18n.js";
import { Keyboard } from "./controls/keyboard.js";
import { Moves } from "./side/moves.js";
import { Over } from "./seats/over.js";
import { Panels } from "./side/panels.js";
import { margins } from "./board/margins.js";
import { showScores } from "./side/scores.js";
import { Seats } from "./seats/seats.js";
import { TableSocket } from "./protocol/socket.js";
import { Sound } from "./controls/sound.js";
import { afterMove, fateOf, fromView, order, withMine, withSeats } from "./protocol/state.js";
import { Status } from "./talk/status.js";
import { showStock } from "./tiles/stock.js";
import { Travel } from "./hand/travel.js";
import { Typing } from "./controls/typing.js";
import { describe } from "./talk/words.js";

/** Ask again for the view when it has not come after this long, in milliseconds. */
const PATIENCE = 5000;

/** The parts of the page, each in charge of its own piece of it. @param {HTMLElement} root @param {Table} table */
function build(root, table) {
  const part = (selector) => find(selector, root);
  const clock = new Clock();
  const play = (move) => table.play(move);
  const choosing = new Choosing(play);
  const board = new Board(/** @type {any} */ (part(".board")), () => margins(root));
  const hand = new Hand(part(".pieces"), root.dataset.table);
  const seats = new Seats(part(".rails"), part(".own-plate"), clock);
  const panels = new Panels(part(".side"));
  const typing = new Typing(root.querySelector(".typing"), play);
  const help = () => /** @type {HTMLDialogElement} */ (part("#help")).showModal();
  const type = () => {
    panels.show("moves");
    typing.focus();
  };
  return {
    clock, choosing, board, hand, seats, panels, typing,
    actions: new Actions(part(".actions"), choosing),
    attention: new Attention(root.dataset.turnIcon),
    chat: new Chat(part("#panel-chat"), (text) => table.socket.send({ type: "chat", text })),
    keyboard: new Keyboard({ board, hand, choosing, help, type }),
    moves: new Moves(part(".moves")),
    over: new Over(part(".over"), clock, () => table.socket.send({ type: "ready" })),
    sound: new Sound(),
    status: new Status(part(".status"), part(".hurry"), clock),
    travel: new Travel({ board, hand, seats, stock: part(".stock-pile") }),
  };
}

class Table {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {import("./protocol/state.js").State | null} */
    this.state = null;
    this.sent = null;
    this.parts = build(root, this);
    this.listen();
    this.socket = new TableSocket(root.dataset.socket);
    this.connect();
  }

  part(selector) {
    return find(selector, this.root);
  }

  listen() {
    const { board, choosing, hand, chat, panels } = this.parts;
    carry(this.parts);
    wireControls(this.root, this.parts, () => this.socket.send({ type: "back" }));
    hand.root.addEventListener("click", (event) => this.pick(event.target.closest(".piece"), event.detail === 0));
    hand.discard.addEventListener("click", (event) => event.target.closest(".piece") || choosing.discard());
    this.part(".stock-pile").addEventListener("click", () => choosing.call("draw"));
    choosing.addEventListener("change", () => this.showChoice());
    choosing.addEventListener("refuse", ({ detail }) => this.refuse(detail));
    board.addEventListener("choose", ({ detail }) => this.play(detail));
    board.addEventListener("decline", () => choosing.cancel());
    chat.addEventListener("new", () => panels.visible("chat") || panels.flag("chat", (this.unread = (this.unread ?? 0) + 1)));
    panels.addEventListener("show", () => panels.visible("chat") && (this.unread = 0));
  }

  connect() {
    const connection = this.part(".connection");
    this.socket.addEventListener("message", ({ detail }) => this.receive(detail));
    this.socket.addEventListener("connected", () => (connection.hidden = true));
    this.socket.addEventListener("lost", () => this.lost(connection));
    this.socket.addEventListener("stopped", () => this.gone());
  }

  // --- Messages in ---

  receive(message) {
    this.handlers[message.type]?.(message);
  }

  handlers = {
    view: (message) => this.view(message),
    moved: (message) => this.inOrder(message, () => this.moved(message)),
    mine: (message) => this.inOrder(message, () => this.mine(message)),
    pong: (message) => this.state && this.inOrder(message, () => {}),
    seats: (message) => this.state && this.show(withSeats(this.state, message)),
    table: (message) => this.lifeWentOn(message),
    contribute: () => this.socket.send({ type: "contribute", bytes: contribution() }),
    chat: (message) => this.parts.chat.add(message),
    chats: (message) => this.parts.chat.recall(message.lines),
    error: (message) => this.refused(message),
  };

  inOrder(message, apply) {
    const where = order(this.state, message);
    if (where === "next") apply();
    else if (where === "gap") this.sync();
  }

  sync() {
    if (this.asking) return;
    this.socket.send({ type: "sync" });
    this.asking = setTimeout(() => (this.asking = null), PATIENCE);
  }

  view(message) {
    clearTimeout(this.asking);
    this.asking = null;
    const dealt = this.state?.deal !== message.deal;
    this.enter();
    this.parts.clock.set(message.clock);
    this.parts.board.draw(message.layout);
    this.state = fromView(message);
    if (dealt) this.newDeal();
    this.show(this.state, message.moves.length === 0 ? message.events : null);
    this.settle();
  }

  newDeal() {
    this.parts.board.camera.setFollowing(true);
    this.parts.hand.deal();
  }

  moved(message) {
    const { board, travel, clock, sound } = this.parts;
    const laid = message.layout[0];
    const from = laid && travel.origin(laid.tile, message.seat);
    if (message.seat === this.state.seat) this.sent = null;
    clock.set(message.clock);
    const lying = message.layout.map((tile) => board.add(tile));
    this.show(afterMove(this.state, message), message.events);
    if (laid) travel.place(lying[0], laid, from);
    this.animateDraws(message);
    sound.tell(message.events);
  }

  animateDraws({ events }) {
    for (const { kind, seat, count } of events) {
      if ((kind === "drew" || kind === "filled") && seat !== this.state.seat) this.parts.travel.draw(seat, count ?? 1);
    }
  }

  mine({ mine }) {
    const before = new Set(this.state.mine?.hand);
    this.show(withMine(this.state, mine));
    this.parts.travel.receive(mine.hand.filter((tile) => !before.has(tile)));
  }

  lifeWentOn({ status, rematch }) {
    this.root.dataset.status = status;
    if (status === "open") this.part("#room").dispatchEvent(new Event("changed"));
    if (status === "closed") this.gone();
    if (rematch) this.parts.over.offerRematch(rematch);
  }

  refused({ code, message }) {
    this.sent = null;
    this.parts.choosing.update(this.state?.mine?.legal ?? []);
    this.parts.status.hint(message, "bad");
    if (code === "stale" || code === "not-your-turn") this.sync();
  }

  // --- The player's moves ---

  /** @param {HTMLElement | null} piece @param {boolean} byKey then the keyboard goes on to the places */
  pick(piece, byKey) {
    if (!piece) return;
    this.parts.choosing.pick(piece.dataset.tile);
    if (byKey) this.parts.board.buttons[0]?.focus();
  }

  refuse({ tile, discarding }) {
    const sentence = discarding ? gettext("%(tile)s cannot be discarded.") : gettext("%(tile)s fits nowhere now.");
    this.parts.status.hint(fill(sentence, { tile }), "bad");
    this.parts.hand.shake(tile);
  }

  /** @param {string} move */
  play(move) {
    if (this.sent || !this.state) return;
    const { deal, ply } = this.state;
    this.sent = { move, deal, ply };
    this.parts.choosing.update([]);
    this.send();
  }

  send() {
    const { move, ply } = this.sent;
    this.socket.send({ type: "move", move, ply });
  }

  /** After a reconnection: play again what never arrived, or say that it came too late. */
  settle() {
    if (!this.sent) return;
    const fate = fateOf(this.sent, this.state);
    if (fate === "open") return this.send();
    const { move } = this.sent;
    this.sent = null;
    this.parts.choosing.update(this.state.mine?.legal ?? []);
    if (fate === "lost") this.parts.status.hint(fill(gettext("Your move %(move)s came too late."), { move }), "bad");
  }

  // --- What is seen ---

  /** @param {import("./protocol/state.js").State} state @param {import("./protocol/state.js").Event[] | null} events */
  show(state, events = null) {
    keepingFocus(() => this.render(state, events), () => this.parts.over.button ?? this.parts.hand.current);
  }

  render(state, events) {
    const { board, hand, seats, moves, over, status, choosing, typing, attention } = this.parts;
    this.state = state;
    this.part(".pieces").hidden = !state.mine;
    seats.show(state);
    board.markEnds(state.ends, Boolean(state.public.must));
    board.markLast();
    if (state.mine) hand.show(state.mine, state.public);
    choosing.update(this.sent ? [] : state.mine?.legal ?? []);
    typing.suggest(state.mine?.legal ?? []);
    status.show(state, events);
    describe(this.part("#words"), state);
    showScores(this.part("#panel-scores"), state);
    showFair(this.part(".fair"), state);
    moves.show(state);
    over.show(state);
    this.callPlayer(state, attention);
    this.part(".absence").hidden = !state.seats[state.seat]?.away;
  }

  callPlayer(state, attention) {
    const ownTurn = (state.mine?.legal.length ?? 0) > 0;
    attention.set(ownTurn);
    if (ownTurn && !this.wasOwnTurn) this.parts.sound.play("turn");
    this.wasOwnTurn = ownTurn;
  }

  /** The tile that is chosen, its places, and what else can be done. */
  showChoice() {
    keepingFocus(() => this.renderChoice(), () => this.parts.hand.current);
  }

  renderChoice() {
    const { choosing, hand, board, actions, status } = this.parts;
    const { selected, usable, discarding, kinds } = choosing;
    hand.mark(usable, selected, this.state?.mine?.drawn ?? null);
    board.offer(selected ? choosing.placements(selected) : []);
    actions.show();
    showStock(this.part(".stock"), this.state?.public.stock ?? 0, kinds.includes("draw"));
    this.part(".own").classList.toggle("discarding", discarding);
    if (!this.sent) status.hint(this.choiceHint(selected, discarding));
  }

  choiceHint(selected, discarding) {
    if (discarding) return gettext("Choose the tile to discard.");
    if (!selected) return "";
    const several = this.parts.choosing.placements(selected).length > 0;
    return fill(several ? gettext("Choose a place for %(tile)s.") : gettext("%(tile)s fits nowhere; you can discard it."), { tile: selected });
  }

  enter() {
    this.part("#room").hidden = true;
    this.part("#play").hidden = false;
  }

  lost(connection) {
    connection.textContent = gettext("Reconnecting… nothing is lost.");
    connection.hidden = false;
  }

  gone() {
    this.part("#room").hidden = true;
    this.part("#play").hidden = true;
    this.part("#gone").hidden = false;
  }
}

new Table(find("#table"));
