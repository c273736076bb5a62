/** The table's page: receives messages, passes them to its parts, and sends moves. */

import "../site/copy.js";
import { Connection } from "../site/connection.js";
import { data, find, hit } from "../site/dom.js";
import { fill, gettext } from "../site/i18n.js";
import { keepingFocus } from "./basics/focus.js";
import { showSeated, wireControls } from "./controls/controls.js";
import { sentenceOf, Witness } from "./fair/witness.js";
import { carry } from "./hand/carrying.js";
import { askForMissing } from "./hand/missing.js";
import { withdrawOffer } from "./lesson/offer.js";
import { build } from "./parts.js";
import { afterMove, fateOf, fromView, lastTiles, order, stillGood, withMine, withSeats, withSpots } from "./protocol/state.js";
import { showExamples } from "./replay/examples.js";
import { showFair, showVerdict } from "./side/fair.js";
import { showScores } from "./side/scores.js";
import { adviceSentence } from "./talk/advice.js";
import { Lost } from "./talk/lost.js";
import { whyNot } from "./talk/refusals.js";
import { choiceSentence } from "./talk/sentences.js";
import { showStock } from "./tiles/stock.js";

/** @typedef {import("./protocol/state.js").State} State */

/** Milliseconds after which to ask again for a view that has not arrived. */
const PATIENCE = 5000;

class Table {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {State | null} */
    this.state = null;
    /** A move that has not been answered yet. @type {import("./protocol/state.js").Sent | null} */
    this.sent = null;
    /** The hint that the player has asked for. @type {Wire.Hint | null} */
    this.hint = null;
    /** The timer that runs while waiting for a view. @type {number | null} */
    this.asking = null;
    /** The last refusal: repeated if the server then closes the connection for good. */
    this.refusal = "";
    this.unread = 0;
    this.wasOwnTurn = false;
    this.witness = new Witness(data(root, "table"));
    /** Identifies the last end of a deal or match whose shuffles were checked. */
    this.compared = "";
    this.parts = build(root, (move) => this.play(move), (message) => this.connection.send(message));
    this.listen();
    this.recall();
    this.lost = new Lost(this.part(".connection"), this.parts.status, this.coming);
    /** @type {Connection<Wire.FromTable, Wire.ToTable>} */
    this.connection = new Connection(data(root, "socket"), {
      heard: (message) => this.receive(message),
      doubted: () => this.lost.doubt(),
      lost: () => this.lost.lose(),
      stopped: () => this.gone(this.refusal),
    }, { beat: { type: "ping" } });
  }

  /** @param {string} selector */
  part(selector) {
    return find(selector, this.root);
  }

  listen() {
    const { board, choosing, hand, chat, moves, over, panels, past } = this.parts;
    carry(this.parts);
    document.addEventListener("htmx:afterSettle", () => showExamples(this.root));
    wireControls(this.root, this.parts, () => this.connection.send({ type: "back" }));
    hand.root.addEventListener("click", (event) => this.pick(hit(event, ".piece"), event.detail === 0));
    hand.discard.addEventListener("click", (event) => hit(event, ".piece") || choosing.discard());
    this.part(".stock-pile").addEventListener("click", () => choosing.call("draw"));
    choosing.on("change", () => this.showChoice());
    askForMissing(this.parts, () => this.sync());
    choosing.on("refuse", (tile, discarding) => this.refuse(tile, discarding));
    board.on("choose", (move) => this.play(move));
    board.on("decline", () => choosing.cancel());
    past.on("now", (state) => this.show(state));
    moves.on("point", (tile) => board.point(tile));
    over.on("change", () => board.camera.resized());
    chat.on("new", () => panels.visible("chat") || panels.flag("chat", (this.unread += 1)));
    panels.on("show", () => panels.visible("chat") && (this.unread = 0));
    panels.on("show", () => panels.visible("moves") && moves.toNewest());
  }

  // --- Messages in ---

  /** Show the state embedded in the page, which is already visible before scripts run; it is soon out of date. */
  recall() {
    const came = document.getElementById("state");
    if (!came) return;
    this.view(JSON.parse(came.textContent), false);
    came.remove();
  }

  /** @param {Wire.FromTable} message */
  receive(message) {
    this.lost.find();
    switch (message.type) {
      case "view": return this.view(message);
      case "moved": return this.inOrder(message, (state) => this.moved(state, message));
      case "mine": return this.inOrder(message, (state) => this.mine(state, message.mine));
      case "spots": return this.inOrder(message, (state) => this.offer(withSpots(state, message.spots)));
      case "hint": return this.inOrder(message, () => this.advise(message));
      case "pong": return this.state && this.inOrder(message, () => {});
      case "seats": return this.state && this.seats(this.state, message);
      case "table": return this.lifeWentOn(message);
      case "contribute": return this.connection.send({ type: "contribute", bytes: this.witness.bytesFor(message.anchor) });
      case "chat": return this.parts.chat.add(message);
      case "chats": return this.parts.chat.recall(message.lines);
      case "hidden": return this.parts.chat.hide(message.lines);
      case "error": return this.refused(message);
    }
  }

  /** @param {Wire.Moved | Wire.ShortMoved | Wire.OwnPart | Wire.OwnSpots | Wire.Hint | Wire.Pong} message @param {(state: State) => void} apply */
  inOrder(message, apply) {
    const where = order(this.state, message);
    if (this.state && where === "next") apply(this.state);
    else if (where === "gap") this.sync();
  }

  sync() {
    if (this.asking) return;
    this.connection.send({ type: "sync" });
    this.asking = window.setTimeout(() => (this.asking = null), PATIENCE);
  }

  /** @param {Wire.View} message @param {boolean} isNews whether a new deal is to be seen coming in */
  view(message, isNews = true) {
    clearTimeout(this.asking ?? undefined);
    this.asking = null;
    const dealt = isNews && this.state?.deal !== message.deal;
    this.enter();
    this.parts.clock.set(message.clock);
    const state = fromView(message);
    if (!this.parts.past.isShown) this.parts.board.draw(state.layout);
    this.state = state;
    this.witness.see(message.fair, message.seat);
    if (dealt) this.newDeal();
    this.show(state, message.moves.length === 0 ? message.events : null);
    this.settle(state);
  }

  newDeal() {
    this.parts.board.camera.setFollowing(true);
    this.parts.hand.deal();
  }

  /** @param {State} state @param {Wire.Moved | Wire.ShortMoved} message */
  moved(state, message) {
    const { board, travel, clock, sound, past } = this.parts;
    const [laid] = past.isShown ? [] : message.layout;
    const from = laid && travel.origin(laid.tile, message.seat);
    if (message.seat === state.seat) this.sent = null;
    clock.set(message.clock);
    const lying = past.isShown ? [] : message.layout.map((tile) => board.add(tile));
    this.show(afterMove(state, message), message.events);
    if (laid) travel.place(lying[0], laid, from ?? null);
    travel.drawn(message.events, state.seat);
    sound.hear(message.events);
  }

  /** @param {State} state @param {Wire.Mine} mine */
  mine(state, mine) {
    const drawn = mine.hand.filter((tile) => !state.mine?.hand.includes(tile));
    this.show(withMine(state, mine));
    this.parts.travel.receive(drawn);
    if (state.mine) this.parts.status.drawn(drawn);
  }

  /** Let the player choose among the legal moves. @param {State} state */
  offer(state) {
    this.state = state;
    this.parts.choosing.update(this.sent ? [] : state.mine?.legal ?? []);
  }

  /** @param {Wire.Hint} hint */
  advise(hint) {
    this.hint = hint;
    this.parts.choosing.cancel();
  }

  /** @param {State} state @param {Wire.Seats} message */
  seats(state, message) {
    this.parts.clock.set(message.clock);
    this.show(withSeats(state, message));
  }

  /** @param {Wire.TableNews} news */
  lifeWentOn({ status, rematch }) {
    this.root.dataset.status = status;
    if (status === "open") this.part("#room").dispatchEvent(new Event("changed"));
    if (status === "closed") this.gone("");
    if (rematch) this.parts.over.offerRematch(rematch);
  }

  /** @param {Wire.Refused} refusal */
  refused({ code, message }) {
    this.sent = null;
    this.refusal = message;
    if (this.state) this.offer(this.state);
    this.parts.status.hint(message, "bad");
    this.parts.chat.refused(code);
    if (code === "stale" || code === "not-your-turn") this.sync();
  }

  // --- The player's moves ---

  /** @param {HTMLElement | null} piece @param {boolean} byKey by keyboard, so focus moves on to the places */
  pick(piece, byKey) {
    if (!piece) return;
    this.parts.choosing.pick(data(piece, "tile"));
    if (byKey) this.parts.board.buttons[0]?.focus();
  }

  /** @param {string} tile @param {boolean} discarding */
  refuse(tile, discarding) {
    if (!this.state) return;
    const sentence = discarding ? fill(gettext("%(tile)s cannot be discarded."), { tile }) : whyNot(this.state, tile);
    this.parts.status.hint(sentence, "bad");
    this.parts.hand.shake(tile);
  }

  /** @param {string} move */
  play(move) {
    this.parts.past.toNow();
    if (this.sent || !this.state) return;
    const { deal, ply } = this.state;
    this.sent = { move, deal, ply };
    this.parts.choosing.update([]);
    this.send(this.sent);
  }

  /** @param {import("./protocol/state.js").Sent} sent */
  send({ move, ply }) {
    this.connection.send({ type: "move", move, ply });
  }

  /** After reconnecting, resend a move that never arrived, or say that it came too late. @param {State} state */
  settle(state) {
    if (!this.sent) return;
    const fate = fateOf(this.sent, state);
    if (fate === "open") return this.send(this.sent);
    const { move } = this.sent;
    this.sent = null;
    this.offer(state);
    if (fate === "lost") this.parts.status.hint(fill(gettext("Your move %(move)s came too late."), { move }), "bad");
  }

  // --- Display ---

  /** @param {State} state @param {Wire.Event[] | null} events */
  show(state, events = null) {
    keepingFocus(() => this.render(state, events), () => this.parts.over.button ?? this.parts.hand.current);
  }

  /** @param {State} state @param {Wire.Event[] | null} events */
  render(state, events) {
    const { hand, moves, over, status, speech, choosing, typing, past, felt } = this.parts;
    this.state = state;
    this.hint = stillGood(this.hint, state);
    this.part(".pieces").hidden = !state.mine;
    showSeated(this.root, state.seat !== null);
    past.see(state, events);
    if (!past.isShown) felt.mark(state, lastTiles(state));
    if (state.mine) hand.show(state.mine, state.public);
    choosing.update(this.sent ? [] : state.mine?.legal ?? []);
    typing.suggest(state.mine?.legal ?? []);
    status.show(state, events);
    speech.see(state);
    showScores(this.part("#panel-scores"), state);
    showFair(this.part(".fair"), state);
    void this.compare(state);
    moves.show(state);
    over.show(state);
    if (state.deals.length > 0) withdrawOffer();
    this.leadOn(state.seat === null || Boolean(state.result));
    this.root.toggleAttribute("data-hints", state.hints);
    this.callPlayer((state.mine?.legal.length ?? 0) > 0);
    this.part(".absence").hidden = state.seat === null || !state.seats[state.seat].away;
  }

  /** Report whether the finished deals were shuffled as promised. @param {State} state */
  async compare(state) {
    const key = state.over ? `${state.deal}/${Boolean(state.result)}` : "";
    if (!key || key === this.compared) return;
    this.compared = key;
    const { anchor, contributions } = state.fair;
    const found = await this.witness.faults({ anchor, contributions, deals: state.deals });
    showVerdict(this.part("#verdict"), found);
    this.parts.over.doubt(found.map(sentenceOf));
  }

  /** @param {boolean} ownTurn */
  callPlayer(ownTurn) {
    this.parts.attention.set(ownTurn);
    if (ownTurn && !this.wasOwnTurn) this.parts.sound.play("turn");
    this.wasOwnTurn = ownTurn;
  }

  /** Show the chosen tile, its places, and other actions. */
  showChoice() {
    keepingFocus(() => this.renderChoice(), () => this.parts.hand.current);
  }

  renderChoice() {
    const { choosing, hand, board, actions, advice, status, past } = this.parts;
    if (choosing.selected) past.toNow();
    const { selected, usable, discarding, kinds, legal } = choosing;
    hand.mark(usable, selected, this.state?.mine?.drawn ?? null);
    board.offer(choosing.places);
    actions.show();
    if (!past.isShown) showStock(this.part(".stock"), this.state?.public.stock ?? 0, kinds.includes("draw"));
    this.part(".own").classList.toggle("discarding", discarding);
    advice.show(legal.find(({ move }) => move === this.hint?.move));
    if (!this.sent) status.hint(choiceSentence(choosing) || adviceSentence(this.hint));
  }

  /** The text on the page until the table has answered. */
  get coming() {
    return this.root.querySelector("#coming");
  }

  enter() {
    this.part("#room").hidden = true;
    this.coming?.remove();
    this.part("#play").hidden = false;
  }

  /** Lead players who are done here to their next table. @param {boolean} isDone */
  leadOn(isDone) {
    const wasDone = "leads" in this.root.dataset;
    this.root.toggleAttribute("data-leads", isDone);
    if (isDone && !wasDone) document.dispatchEvent(new Event("expected"));
  }

  /** @param {string} why empty if the table was closed */
  gone(why) {
    if (why) this.part("#gone p").textContent = why;
    this.leadOn(true);
    this.part("#room").hidden = true;
    this.coming?.remove();
    this.part("#play").hidden = true;
    this.part("#gone").hidden = false;
  }
}

new Table(find("#table"));
