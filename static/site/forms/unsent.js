/** Forms that were refused because the session had ended: what was typed is filled in again after signing in.
 *
 *  A form is kept for this tab alone, from the moment it is sent until the next page of a player who is signed in, and
 *  filled in only for the same player; if that page is another one, it links back. Forms with a password are not kept,
 *  nor are codes and hidden fields. */

import { findAll, html } from "../dom.js";
import { gettext } from "../i18n.js";
import { forget, recall, remember, tabStorage } from "../storage.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */
/** @typedef {{ reader: string, page: string, to: string, values: [string, string, boolean][], isOwed?: boolean }} Kept of each field the name, the value and whether it is checked; `isOwed` once a page has linked back */

const KEY = "unsent";
const NEVER = new Set(["password", "hidden", "file", "submit", "button", "image", "reset", "select-multiple"]);
const CHECKED = new Set(["checkbox", "radio"]);

const here = () => location.origin + location.pathname + location.search;
const reader = () => document.documentElement.dataset.reader ?? "";

/** @param {HTMLFormElement} form */
const fieldsOf = (form) => /** @type {Field[]} */ ([...form.elements]).filter(
  ({ name, type, autocomplete }) => name && type && !NEVER.has(type) && autocomplete !== "one-time-code",
);

/** Return the path to which a form is sent. @param {HTMLFormElement} form @param {HTMLElement | null} [by] its button */
function pathOf(form, by = null) {
  const address = by?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return new URL(address, location.href).pathname;
}

/** Keep what is being sent. @param {SubmitEvent} event */
export function keep({ target, submitter, defaultPrevented }) {
  if (defaultPrevented || !reader()) return;
  const form = /** @type {HTMLFormElement} */ (target);
  const isSafe = form.method === "post" && !form.querySelector("[type='password'], [autocomplete$='password']");
  /** @type {Kept["values"]} */
  const values = isSafe ? fieldsOf(form).map((field) => [field.name, field.value, isChecked(field)]) : [];
  if (values.length > 0) store({ reader: reader(), page: here(), to: pathOf(form, submitter), values });
  else forget(KEY, tabStorage());
}

/** @param {Field} field */
function isChecked(field) {
  return CHECKED.has(field.type) && /** @type {HTMLInputElement} */ (field).checked;
}

/** Fill in what was not sent, if this page says so, or link to its form; otherwise forget it. */
export function giveBack() {
  if (!reader()) return; // the page for signing in
  const kept = /** @type {Kept | null} */ (JSON.parse(recall(KEY, tabStorage()) ?? "null"));
  forget(KEY, tabStorage());
  const note = document.querySelector("#messages .unsent");
  if (kept?.reader !== reader() || !(note || (kept.isOwed && kept.page === here()))) return;
  const form = findAll("form", document, HTMLFormElement).find((one) => takes(one, kept));
  if (form) {
    fill(form, kept);
    note?.append(` ${gettext("What you had filled in is there again.")}`);
  } else if (kept.page !== here()) {
    store({ ...kept, isOwed: true });
    note?.append(" ", html("a", { href: kept.page }, gettext("Back to what you had filled in")));
  }
}

/** Return whether it is the form that was sent. @param {HTMLFormElement} form @param {Kept} kept */
function takes(form, kept) {
  const buttons = findAll("[formaction]", form);
  const names = new Set(fieldsOf(form).map((field) => field.name));
  return [null, ...buttons].some((by) => pathOf(form, by) === kept.to) && kept.values.some(([name]) => names.has(name));
}

/** @param {HTMLFormElement} form @param {Kept} kept */
function fill(form, { values }) {
  const left = [...values];
  for (const field of fieldsOf(form)) {
    const chosen = CHECKED.has(field.type);
    const at = left.findIndex(([name, value]) => name === field.name && (!chosen || value === field.value));
    if (at < 0) continue;
    const [[, value, checked]] = left.splice(at, 1);
    if (chosen) /** @type {HTMLInputElement} */ (field).checked = checked;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (let part = form.closest("details"); part; part = part.parentElement?.closest("details") ?? null) part.open = true;
}

/** @param {Kept} kept */
function store(kept) {
  remember(KEY, JSON.stringify(kept), tabStorage());
}
