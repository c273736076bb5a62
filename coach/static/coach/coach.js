/** Shows the coach's remarks on the move at which a finished match is viewed. */

const replay = document.querySelector("#replay");
const notes = replay?.querySelector("[data-part=notes]");

/** The deal and step that are shown, as in the URL's fragment. */
let place = "";

/** Show the remarks on this place; they may arrive after the place is shown. */
function show() {
  if (!(notes instanceof HTMLElement)) return;
  const known = document.querySelectorAll(`template[data-place="${place}"]`);
  notes.replaceChildren(...[...known].map((one) => /** @type {HTMLTemplateElement} */ (one).content.cloneNode(true)));
  notes.hidden = known.length === 0;
}

replay?.addEventListener("place", (event) => {
  const { deal, step } = /** @type {CustomEvent<{deal: number, step: number}>} */ (event).detail;
  place = `${deal}-${step}`;
  show();
});

document.addEventListener("htmx:load", show);

document.querySelector("#coach")?.addEventListener("click", ({ target }) => {
  const link = target instanceof Element ? target.closest("[data-goes-to=replay]") : null;
  if (link) replay?.scrollIntoView({ block: "start" });
});
