/** Controls around the table other than moves: fit, hint, sound, help, leave, back, and the switch for shortcuts. */

import { data, find, hit } from "../../site/dom.js";

/**
 * @param {HTMLElement} root
 * @param {{board: import("../board/board.js").Board, sound: import("./sound.js").Sound, keyboard: import("./keyboard.js").Keyboard}} parts
 * @param {() => void} back called when the player is back
 */
export function wireControls(root, { board, sound, keyboard }, back) {
  root.querySelector("[data-part=hint]")?.addEventListener("click", keyboard.table.hint);
  root.addEventListener("click", (event) => openDialog(hit(event, "[data-dialog]")));
  wireFit(find("[data-part=fit]", root), board.camera);
  wireSound(find("[data-part=sound]", root), sound);
  wireShortcuts(find("[data-part=shortcuts]", root, HTMLInputElement), keyboard);
  find("[data-part=back]", root).addEventListener("click", back);
}

/** @param {HTMLElement | null} button */
function openDialog(button) {
  if (button) find(`dialog#${data(button, "dialog")}`, document, HTMLDialogElement).showModal();
}

/** @param {HTMLElement} button @param {import("../board/camera.js").Camera} camera */
export function wireFit(button, camera) {
  button.addEventListener("click", () => camera.fit());
  camera.on("change", () => button.classList.toggle("wanted", !camera.following));
}

/** @param {HTMLElement} button @param {import("./sound.js").Sound} sound */
function wireSound(button, sound) {
  const show = () => button.setAttribute("aria-pressed", String(sound.on));
  button.addEventListener("click", () => {
    sound.toggle();
    show();
  });
  show();
}

/** @param {HTMLInputElement} box @param {import("./keyboard.js").Keyboard} keyboard */
export function wireShortcuts(box, keyboard) {
  box.checked = keyboard.lettersOn;
  box.addEventListener("change", () => {
    keyboard.lettersOn = box.checked;
  });
}

/** Show the parts that are for seated players, or those for onlookers. @param {HTMLElement} root @param {boolean} isSeated */
export function showSeated(root, isSeated) {
  for (const node of root.querySelectorAll("[data-seated]")) node.toggleAttribute("hidden", !isSeated);
  for (const node of root.querySelectorAll("[data-unseated]")) node.toggleAttribute("hidden", isSeated);
}
