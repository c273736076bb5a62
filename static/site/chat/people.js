/** The menu beside a chat line: its author's profile, a link for reporting, and buttons for muting and blocking. */

import { ofThisSite } from "../csrf.js";
import { findAll, html } from "../dom.js";
import { fill, gettext, shownName } from "../i18n.js";

/**
 * Return a small menu about a line and its author.
 * @param {{name: string, id: number}} line @param {HTMLElement} log from which this author's lines disappear
 * @param {boolean} hasAccount visitors without one can only report
 * @param {string} [desk] the URL at which those who may moderate the chat act on lines
 */
export function aboutAuthor({ name, id }, log, hasAccount, desk) {
  const profile = `/@/${encodeURIComponent(name)}/`;
  const said = html("span", { role: "status" });
  /** @param {string} deed @param {string} label */
  const button = (deed, label) => {
    const node = html("button", { type: "button", class: "chip" }, label);
    node.addEventListener("click", async () => {
      if (await tell(`${profile}${deed}/`)) return forget(name, log);
      said.textContent = gettext("That did not get through. Try again.");
    });
    return node;
  };
  return html("details", { class: "about-author" },
    html("summary", { "aria-label": fill(gettext("About %(name)s"), { name: shownName(name) }) }, "⋯"),
    html("div", { class: "cluster" },
      html("a", { class: "chip", href: profile, target: "_blank" }, gettext("Profile")),
      html("a", { class: "chip", href: `/report/line/${id}/`, target: "_blank" }, gettext("Report")),
      ...(hasAccount ? [button("mute", gettext("Mute")), button("block", gettext("Block"))] : []),
      ...(desk ? [link(`${desk}delete-line/?line=${id}`, gettext("Delete the line")), link(`${desk}mute/?line=${id}`, gettext("Mute in this chat"))] : []),
      said));
}

/** @param {string} href @param {string} label */
function link(href, label) {
  return html("a", { class: "chip", href }, label);
}

/** @param {string} address */
async function tell(address) {
  const headers = { ...ofThisSite(), Accept: "application/json" };
  const response = await fetch(address, { method: "POST", headers }).catch(() => null);
  return Boolean(response?.ok);
}

/** @param {string} name @param {HTMLElement} log */
function forget(name, log) {
  for (const line of findAll("[data-author]", log)) {
    if (line.dataset.author === name) line.remove();
  }
}

/** Return a line's text, or its ready-made phrase in the reader's language. @param {Wire.Line} line */
export function wordsOf({ phrase, text }) {
  const button = phrase ? document.querySelector(`[data-phrase="${CSS.escape(phrase)}"]`) : null;
  return button?.textContent?.trim() || text;
}
