/** The page of a lesson: fetches it, and begins. */

import { data, find } from "../site/dom.js";
import { gettext } from "../site/i18n.js";
import { Lesson } from "./lesson/lesson.js";

/** @param {HTMLElement} root */
async function begin(root) {
  const answer = await fetch(data(root, "address")).catch(() => null);
  if (answer?.ok) new Lesson(root, await answer.json());
  else find(".lesson-say", root).textContent = gettext("The lesson could not be loaded. Reload the page in a moment.");
}

void begin(find("#lesson"));
