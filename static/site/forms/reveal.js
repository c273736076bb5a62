/** A button at each password field that shows what has been typed, since a password is asked for only once. */

import { findAll, html } from "../dom.js";
import { gettext } from "../i18n.js";

for (const field of findAll("input[type=password]", document, HTMLInputElement)) {
  const button = html("button", { type: "button", class: "button quiet reveal", "aria-controls": field.id });
  /** @param {boolean} isShown */
  const show = (isShown) => {
    field.type = isShown ? "text" : "password";
    button.textContent = isShown ? gettext("Hide the password") : gettext("Show the password");
  };
  button.addEventListener("click", () => show(field.type === "password"));
  field.form?.addEventListener("submit", () => show(false)); // so that browsers offer to keep it
  field.after(button);
  show(false);
}
