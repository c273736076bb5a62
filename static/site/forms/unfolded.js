/** Parts of a form that fold, each with a hidden `open`: sent along while the part is unfolded, so that it stays so. */

import { find, findAll } from "../dom.js";

for (const part of findAll("form details:has(> [name='open'])", document, HTMLDetailsElement)) {
  const note = find("[name='open']", part, HTMLInputElement);
  const show = () => {
    note.disabled = !part.open;
  };
  part.addEventListener("toggle", show);
  show();
}
