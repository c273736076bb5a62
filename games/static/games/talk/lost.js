/** Says that the page is not connected to its table, so that it may be out of date. */

import { gettext } from "../../site/i18n.js";

/** Milliseconds after which a page that has received nothing yet says so. */
const FIRST_WORD = 4000;

export class Lost {
  /** @param {HTMLElement} line @param {import("./status.js").Status} status @param {Element | null} coming what a page shows that has no state yet */
  constructor(line, status, coming) {
    this.line = line;
    this.status = status;
    this.coming = coming;
    this.isLost = false;
    this.first = setTimeout(() => this.lose(), FIRST_WORD);
  }

  /** The table has answered. */
  find() {
    clearTimeout(this.first);
    if (this.isLost) this.show(false);
  }

  lose() {
    this.show(true);
    if (this.coming?.isConnected) this.coming.textContent = this.line.textContent;
  }

  /** The table has not answered for seconds. */
  doubt() {
    if (!this.isLost) this.show(true, gettext("The connection is slow…"));
  }

  /** @param {boolean} isLost */
  show(isLost, sentence = gettext("Reconnecting… nothing is lost.")) {
    this.isLost = isLost;
    this.line.hidden = !isLost;
    this.line.textContent = sentence;
    this.status.setLost(isLost);
  }
}
