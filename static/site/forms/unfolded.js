/** Foldable parts of a form, each with a hidden input `open` that is sent while the part is unfolded, to keep it so. */

import { find, findAll } from "../dom.js";

for (const part of findAll("form details:has(> [name='open'])", document, HTMLDetailsElement)) {
  const note = find("[name='open']", part, HTMLInputElement);
  const show = () => {
    note.disabled = !part.open;
  };
  part.addEventListener("toggle", show);
  show();
}
