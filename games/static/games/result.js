/** The result page: compares the public record with what this browser saw and sent. */

import { data, find, html } from "../site/dom.js";
import { gettext } from "../site/i18n.js";
import { sentenceOf, Witness } from "./fair/witness.js";

if (document.querySelector("#verdict")) void say(find("#verdict"));

/** @param {HTMLElement} verdict */
async function say(verdict) {
  const witness = new Witness(data(verdict, "table"));
  if (!witness.kept.anchor) return; // this browser was not there
  const answer = await fetch(data(verdict, "record"));
  if (!answer.ok) return;
  const { fair, deals } = await answer.json();
  const found = await witness.faults({ ...fair, deals });
  const sentences = found.length ? found.map(sentenceOf) : [gettext("Your browser has checked it: all tiles come from the anchor and the bytes that it was shown at first.")];
  verdict.replaceChildren(...sentences.map((sentence) => html("p", {}, sentence)));
  verdict.classList.add(found.length ? "bad" : "good");
  verdict.hidden = false;
}
