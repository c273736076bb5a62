/** The points of all deals so far, a row for each seat; the newest deal comes first, so that it is visible. */

import { html } from "../../site/dom.js";
import { gettext } from "../../site/i18n.js";

/** @param {HTMLElement} root @param {import("../protocol/state.js").State} state */
export function showScores(root, state) {
  const deals = state.deals.filter(({ reason }) => reason !== "void").toReversed();
  const numbers = deals.map(({ number }) => html("th", { scope: "col" }, String(number)));
  const head = html("tr", {}, html("th", { scope: "col" }, gettext("Player")), html("th", { scope: "col", class: "total" }, gettext("Total")), ...numbers);
  const rows = state.seats.map((seat) => scoreRow(seat, deals, state));
  const empty = deals.length === 0 ? html("p", { class: "nothing" }, gettext("The points of each deal will stand here.")) : null;
  root.replaceChildren(html("table", { class: "scores" }, html("thead", {}, head), html("tbody", {}, ...rows)), ...(empty ? [empty] : []));
}

/** @param {Wire.Seat} seat @param {Wire.PastDeal[]} deals @param {import("../protocol/state.js").State} state */
function scoreRow(seat, deals, state) {
  const winner = state.result?.winners.includes(seat.seat);
  const scores = deals.map(({ scores: points }) => html("td", {}, String(points[seat.seat])));
  const attributes = { class: [seat.seat === state.seat && "mine", winner && "winner"].filter(Boolean).join(" ") };
  return html("tr", attributes, html("th", { scope: "row" }, seat.name), html("td", { class: "total" }, String(seat.total)), ...scores);
}
