/** Buttons that copy the text of a field, handled by delegation because parts of the page are replaced. */

import { data, hit } from "./dom.js";

const SHOWN = 2000;

/** Buttons that are showing "copied". @type {Set<HTMLButtonElement>} */
const told = new Set();

document.addEventListener("click", async (event) => {
  const button = hit(event, "button[data-copy]", HTMLButtonElement);
  const field = button && document.getElementById(button.dataset.copy ?? "");
  if (!button || !(field instanceof HTMLInputElement)) return;
  await copy(field);
  tell(button);
});

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // insecure contexts have no clipboard API
  }
}

/** @param {HTMLButtonElement} button */
function tell(button) {
  if (told.has(button)) return;
  told.add(button);
  const before = [...button.childNodes];
  button.textContent = data(button, "done");
  setTimeout(() => {
    button.replaceChildren(...before);
    told.delete(button);
  }, SHOWN);
}
