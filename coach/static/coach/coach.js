/** What the coach says of the place at which a finished match is looked at. */

const replay = document.querySelector("#replay");
const notes = replay?.querySelector("[data-part=notes]");

/** The end of the address of the place that is shown. */
let place = "";

/** Show what is known of the place; it may have arrived later than the place was shown. */
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
