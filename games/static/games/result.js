/** The result page: replays the match, and compares the public record to what this browser saw and sent. */

import { data, find, html } from "../site/dom.js";
import { fill, gettext, ngettext } from "../site/i18n.js";
import { canCompute } from "./fair/chain.js";
import { faults, sentenceOf, Witness } from "./fair/witness.js";
import { Replay } from "./replay/replay.js";

if (document.querySelector("#replay")) new Replay(find("#replay"));
if (document.querySelector("#verdict")) void say(find("#verdict"));
if (document.querySelector("#proof")) offer(find("#proof"));

/** Check the shuffles when asked to. @param {HTMLElement} proof */
function offer(proof) {
  const button = find("button", proof, HTMLButtonElement), said = find("[role=status]", proof);
  button.addEventListener("click", async () => {
    button.disabled = true;
    said.textContent = gettext("Checking …");
    said.textContent = await checked(data(proof, "record")).catch(() => gettext("The record could not be loaded. Please try again."));
    button.disabled = false;
  });
}

/** Say whether the public record follows from its anchor. @param {string} address */
async function checked(address) {
  if (!canCompute()) return gettext("Your browser only computes this on pages that come by HTTPS.");
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const { fair, deals } = await answer.json();
  const found = await faults({ at: 0 }, { ...fair, deals });
  if (found.length) return found.map(sentenceOf).join(" ");
  const right = ngettext("It is right: the seal was whole, and the tiles of %(count)s deal came out again.", "It is right: the seal was whole, and the tiles of all %(count)s deals came out again.", deals.length);
  return fill(right, { count: deals.length });
}

/** @param {HTMLElement} verdict */
async function say(verdict) {
  const witness = new Witness(data(verdict, "table"));
  if (!witness.kept.anchor) return; // this browser has not seen the match
  const answer = await fetch(data(verdict, "record"));
  if (!answer.ok) return;
  const { fair, deals } = await answer.json();
  const found = await witness.faults({ ...fair, deals });
  const sentences = found.length ? found.map(sentenceOf) : [gettext("Your browser has checked it: all tiles come from the anchor and the bytes that it was shown at first.")];
  verdict.replaceChildren(...sentences.map((sentence) => html("p", {}, sentence)));
  verdict.classList.add(found.length ? "bad" : "good");
  verdict.hidden = false;
}
