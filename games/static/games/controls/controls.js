/** The buttons around the table that play no move: fit, sound, help, leave, back, and the keys' switch. */

import { find } from "../../site/dom.js";

/**
 * @param {HTMLElement} root
 * @param {{board: import("../board/board.js").Board, sound: import("./sound.js").Sound, keyboard: import("./keyboard.js").Keyboard}} parts
 * @param {() => void} back the player is here again
 */
export function wireControls(root, { board, sound, keyboard }, back) {
  root.addEventListener("click", ({ target }) => openDialog(target.closest("[data-dialog]")));
  wireFit(find("[data-part=fit]", root), board.camera);
  wireSound(find("[data-part=sound]", root), sound);
  wireShortcuts(find("[data-part=shortcuts]", root), keyboard);
  find("[data-part=back]", root).addEventListener("click", back);
}

function openDialog(button) {
  if (button) /** @type {HTMLDialogElement} */ (find(`dialog#${button.dataset.dialog}`)).showModal();
}

function wireFit(button, camera) {
  button.addEventListener("click", () => camera.fit());
  camera.addEventListener("change", () => button.classList.toggle("wanted", !camera.following));
}

function wireSound(button, sound) {
  const show = () => button.setAttribute("aria-pressed", String(sound.on));
  button.addEventListener("click", () => {
    sound.toggle();
    show();
  });
  show();
}

function wireShortcuts(box, keyboard) {
  box.checked = keyboard.lettersOn;
  box.addEventListener("change", () => {
    keyboard.lettersOn = box.checked;
  });
}
