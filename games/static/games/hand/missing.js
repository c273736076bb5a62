/** Asks for the places of a chosen tile if they have not arrived; usually they do a moment after the turn begins. */

/** Milliseconds after which to ask for them. */
const PATIENCE = 1000;

/**
 * Ask for missing places; once they arrive, move the focus there if the tile was chosen by keyboard.
 * @param {{choosing: import("./choosing.js").Choosing, board: import("../board/board.js").Board}} table @param {() => void} ask
 */
export function askForMissing({ choosing, board }, ask) {
  /** The tile whose places are missing. @type {string | null} */
  let lacking = null;
  /** @type {number | undefined} */
  let timer;
  choosing.on("change", () => {
    clearTimeout(timer);
    const hasCome = lacking !== null && lacking === choosing.selected && !choosing.lacksPlaces;
    if (hasCome && document.activeElement?.matches(".piece:focus-visible")) board.buttons[0]?.focus();
    lacking = choosing.lacksPlaces ? choosing.selected : null;
    if (lacking !== null) timer = window.setTimeout(ask, PATIENCE);
  });
}
