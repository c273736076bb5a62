/** Calls the player back to a background tab by its title and icon. */

import { gettext } from "../../site/i18n.js";

export class Attention {
  /** @param {string} turnIcon URL of the icon for the player's turn */
  constructor(turnIcon) {
    this.title = document.title;
    this.link = document.querySelector("link[rel~='icon']");
    this.icon = this.link?.getAttribute("href") ?? "";
    this.turnIcon = turnIcon;
    this.ownTurn = false;
    document.addEventListener("visibilitychange", () => this.show());
  }

  /** @param {boolean} ownTurn */
  set(ownTurn) {
    this.ownTurn = ownTurn;
    this.show();
  }

  show() {
    const calling = this.ownTurn && document.hidden;
    document.title = calling ? `● ${gettext("Your turn")} – ${this.title}` : this.title;
    this.link?.setAttribute("href", calling ? this.turnIcon : this.icon);
  }
}
