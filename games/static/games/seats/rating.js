/** The ratings of the players at the table. They come with the page and not with the messages, so that a move does not
 *  cost the server a query for them. */

/** Show the rating of a seat if the page knows that of the player who sits there now. @param {HTMLElement} node @param {Wire.Seat} seat */
export function showRating(node, { seat, name }) {
  /** @type {HTMLElement | null} */
  const known = document.querySelector(`#ratings [data-seat="${seat}"]`);
  const shown = known?.dataset.name === name ? known : null;
  if (node.textContent === (shown?.textContent ?? "")) return;
  node.replaceChildren(...[...shown?.childNodes ?? []].map((one) => one.cloneNode(true)));
}
