/** The waiting room's link, copied with one press. The room is fetched anew now and then, so the page listens. */

const SHOWN = 2000;

document.addEventListener("click", async (event) => {
  const button = /** @type {Element} */ (event.target).closest("button[data-copy]");
  if (!(button instanceof HTMLButtonElement)) return;
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy));
  await copy(field);
  tell(button);
});

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // without a secure connection there is no clipboard, but a selection
  }
}

/** @param {HTMLButtonElement} button */
function tell(button) {
  const text = button.textContent;
  button.textContent = button.dataset.done;
  button.disabled = true;
  setTimeout(() => {
    button.textContent = text;
    button.disabled = false;
  }, SHOWN);
}
