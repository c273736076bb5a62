/** The parts of the table's page. */

import { data, find } from "../site/dom.js";
import { Board } from "./board/board.js";
import { margins } from "./board/margins.js";
import { Actions } from "./controls/actions.js";
import { Attention } from "./controls/attention.js";
import { Keyboard } from "./controls/keyboard.js";
import { Sound } from "./controls/sound.js";
import { Typing } from "./controls/typing.js";
import { Choosing } from "./hand/choosing.js";
import { Advice } from "./hand/advice.js";
import { Hand } from "./hand/hand.js";
import { Travel } from "./hand/travel.js";
import { Felt } from "./replay/felt.js";
import { Past } from "./replay/past.js";
import { Clock } from "./seats/clock.js";
import { Over } from "./seats/over.js";
import { Seats } from "./seats/seats.js";
import { Moves } from "./side/moves.js";
import { Panels } from "./side/panels.js";
import { Speech } from "./speech/speech.js";
import { Chat } from "./talk/chat.js";
import { Status } from "./talk/status.js";

/**
 * @param {HTMLElement} root
 * @param {(move: string) => void} play
 * @param {(message: Wire.ToTable) => boolean} send
 */
export function build(root, play, send) {
  /** @param {string} selector */
  const part = (selector) => find(selector, root);
  const clock = new Clock();
  const choosing = new Choosing(play, document.documentElement.dataset.confirms === "on");
  const board = new Board(find(".board", root, SVGSVGElement), () => margins(root));
  const hand = new Hand(part(".pieces"), data(root, "table"));
  const seats = new Seats(part(".rails"), part(".own-plate"), clock);
  const panels = new Panels(part(".side"));
  const typing = new Typing(root.querySelector(".typing"), play);
  const help = () => find("#help", root, HTMLDialogElement).showModal();
  const type = () => {
    panels.show("moves");
    typing.focus();
  };
  const actions = new Actions(part(".actions"), choosing);
  const hint = () => void send({ type: "hint" });
  const felt = new Felt(root, { board, seats });
  const speech = new Speech(part(".spoken"));
  const past = new Past(part(".past"), part("[data-part=past]"));
  past.on("show", (state) => {
    choosing.cancel();
    board.advise(null);
    felt.show(state);
  });
  past.on("now", (state) => felt.leave(state));
  return {
    clock, choosing, board, hand, seats, panels, typing, actions,
    advice: new Advice({ board, hand, actions }),
    attention: new Attention(data(root, "turnIcon")),
    chat: new Chat(part("#panel-chat"), send),
    keyboard: new Keyboard({ board, hand, choosing, help, type, hint, past, speech }),
    moves: new Moves(part(".moves")),
    past, felt, speech,
    over: new Over(part(".over"), clock, () => send({ type: "ready" })),
    sound: new Sound(),
    status: new Status(part(".status"), part(".hurry"), clock, part(".earlier")),
    travel: new Travel({ board, hand, seats, stock: part(".stock-pile") }),
  };
}
