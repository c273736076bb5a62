/** What a dragged tile may be dropped on: a place of the table, the own discard pile, another spot in the hand. */

import { Drag } from "./drag.js";

/**
 * @param {{board: import("../board/board.js").Board, hand: import("./hand.js").Hand, choosing: import("./choosing.js").Choosing,
 *   travel: import("./travel.js").Travel}} parts
 */
export function carry({ board, hand, choosing, travel }) {
  const drag = new Drag(hand.root);
  const overPile = ({ tile, x, y }) => (within(hand.discard, x, y) ? choosing.discardOf(tile) : undefined);

  drag.addEventListener("lift", ({ detail: { tile } }) => {
    if (choosing.placements(tile).length > 0 || choosing.discardOf(tile)) choosing.select(tile);
    else choosing.cancel();
  });

  drag.addEventListener("over", ({ detail }) => {
    const index = hand.indexAt(detail);
    if (index !== null && hand.holds(detail.tile)) hand.reorder(detail.tile, index);
    hand.discard.classList.toggle("hovered", Boolean(overPile(detail)));
    board.hover(index === null ? board.nearest(detail)?.move : null);
  });

  drag.addEventListener("drop", ({ detail }) => {
    const move = overPile(detail) ?? (hand.indexAt(detail) === null ? board.nearest(detail)?.move : undefined);
    if (!move) return choosing.cancel();
    travel.dropped = { tile: detail.tile, pose: { x: detail.x, y: detail.y, angle: 0, width: 50 } };
    choosing.play(move);
  });

  drag.addEventListener("land", () => hand.discard.classList.remove("hovered"));
}

function within(node, x, y) {
  const { left, right, top, bottom } = node.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
