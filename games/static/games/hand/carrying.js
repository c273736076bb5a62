/** Handles the dropping of a dragged tile: on a place of the table, on the discard pile, or elsewhere in the hand. */

import { Drag } from "./drag.js";

/**
 * @param {{board: import("../board/board.js").Board, hand: import("./hand.js").Hand,
 *   choosing: import("./choosing.js").Choosing, travel: import("./travel.js").Travel}} parts
 */
export function carry({ board, hand, choosing, travel }) {
  const drag = new Drag(hand.root);
  /** @param {string} tile @param {import("./drag.js").Point} at */
  const overPile = (tile, at) => (within(hand.discard, at) ? choosing.discardOf(tile) : undefined);

  /** The tile that is being dragged. @type {string | null} */
  let carried = null;

  drag.on("lift", (tile) => {
    carried = tile;
    if (choosing.placements(tile).length > 0 || choosing.discardOf(tile)) choosing.select(tile);
    else choosing.cancel();
  });

  // The tile's places may only become known after it was lifted.
  choosing.on("change", () => {
    if (carried && choosing.selected !== carried && choosing.placements(carried).length > 0) choosing.select(carried);
  });

  drag.on("over", (tile, at) => {
    const index = hand.indexAt(at);
    if (index !== null && hand.holds(tile)) hand.reorder(tile, index);
    hand.discard.classList.toggle("hovered", Boolean(overPile(tile, at)));
    board.hover(index === null ? board.nearest(at)?.move : undefined);
  });

  drag.on("drop", (tile, at) => {
    carried = null;
    const move = overPile(tile, at) ?? (hand.indexAt(at) === null ? board.nearest(at)?.move : undefined);
    if (!move) return choosing.cancel();
    travel.dropped = { tile, pose: { ...at, angle: 0, width: 50 } };
    choosing.play(move);
  });

  drag.on("land", () => {
    carried = null;
    hand.discard.classList.remove("hovered");
  });
}

/** @param {Element} node @param {import("./drag.js").Point} at */
function within(node, { x, y }) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
