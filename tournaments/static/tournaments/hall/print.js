/** Sheets: the button that opens the browser's print dialog. */

import { find } from "../../site/dom.js";

find("#print").addEventListener("click", () => window.print());
