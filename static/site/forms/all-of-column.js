/** Checkboxes with `data-all`: each ticks or clears the named column of its table, and reflects the column's state. */

import { findAll } from "../dom.js";

for (const table of findAll("table:has([data-all])")) {
  for (const all of findAll("[data-all]", table, HTMLInputElement)) {
    const boxes = findAll(`input[name^="${all.dataset.all}-"]`, table, HTMLInputElement);
    const show = () => {
      const ticked = boxes.filter((box) => box.checked).length;
      all.checked = ticked === boxes.length;
      all.indeterminate = ticked > 0 && !all.checked;
    };
    all.addEventListener("change", () => {
      for (const box of boxes) box.checked = all.checked;
    });
    table.addEventListener("change", show);
    show();
  }
  for (const row of findAll("tr[hidden]", table)) row.hidden = false;
}
