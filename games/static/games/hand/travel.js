/** Animations: a tile from a hand to its place, drawn tiles from the stock to a hand. */

import { fly, poseOf } from "../tiles/flight.js";
import { backImage, tileImage } from "../tiles/tile.js";

export class Travel {
  /**
   * @param {{board: import("../board/board.js").Board, hand: import("./hand.js").Hand, seats: import("../seats/seats.js").Seats,
   *   stock: HTMLElement}} parts
   */
  constructor({ board, hand, seats, stock }) {
    this.board = board;
    this.hand = hand;
    this.seats = seats;
    this.stock = stock;
    /** A tile that was dropped, and where. @type {{tile: string, pose: import("../tiles/flight.js").Pose} | null} */
    this.dropped = null;
  }

  /** Return where the tile of `seat` starts. Call it before the hand changes. @param {string} tile @param {number} seat */
  origin(tile, seat) {
    const dropped = this.dropped;
    this.dropped = null;
    if (dropped?.tile === tile) return dropped.pose;
    const node = this.hand.piece(tile) ?? this.seats.home(seat);
    return node && { ...poseOf(node), width: Math.min(poseOf(node).width, 60) };
  }

  /**
   * Animate a tile that has just been laid.
   * @param {SVGElement} lying @param {Wire.Laid} laid @param {import("../tiles/flight.js").Pose | null} from
   */
  async place(lying, laid, from) {
    if (!from) return;
    lying.classList.add("arriving");
    await fly(tileImage(laid.tile), from, this.board.screenSpot(laid));
    lying.classList.remove("arriving");
  }

  /** Animate what others have drawn. @param {Wire.Event[]} events @param {number | null} own the reader's seat */
  drawn(events, own) {
    for (const { kind, seat, count } of events) {
      if (seat !== undefined && seat !== own && (kind === "drew" || kind === "filled")) this.draw(seat, count ?? 1);
    }
  }

  /** Animate tiles that another seat has drawn, face down. @param {number} seat @param {number} count */
  draw(seat, count) {
    const home = this.seats.home(seat);
    if (!home) return;
    for (let number = 0; number < Math.min(count, 3); number += 1) {
      setTimeout(() => fly(backImage(), poseOf(this.stock), { ...poseOf(home), width: 16 }), number * 90);
    }
  }

  /** Animate tiles that have come into the player's hand. @param {string[]} tiles */
  receive(tiles) {
    for (const tile of tiles) {
      const node = this.hand.piece(tile);
      if (!node) continue;
      node.classList.add("arriving");
      fly(tileImage(tile), poseOf(this.stock), poseOf(node)).then(() => node.classList.remove("arriving"));
    }
  }
}
