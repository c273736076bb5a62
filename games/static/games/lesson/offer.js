/** Offers newcomers at a table the lesson of its game, until they put the offer away or have played a deal. */

import { data, find } from "../../site/dom.js";
import { recall, remember } from "../../site/storage.js";

const offer = document.querySelector(".lesson-offer");
if (offer instanceof HTMLElement) {
  const key = `lesson-offer:${data(offer, "game")}`;
  offer.hidden = recall(key) === "no";
  find("button", offer).addEventListener("click", () => {
    remember(key, "no");
    offer.hidden = true;
  });
}

/** Stop offering it; after a deal, the player knows how the game is played. */
export function withdrawOffer() {
  offer?.remove();
}
