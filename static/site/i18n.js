/** Translations from the site's catalogue; English if it has not loaded. */

const catalogue = /** @type {Partial<Catalogue>} */ (globalThis);

/** @param {string} text */
export function gettext(text) {
  return catalogue.gettext ? catalogue.gettext(text) : text;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  if (catalogue.ngettext) return catalogue.ngettext(one, many, count);
  return count === 1 ? one : many;
}

/** Fill in `%(name)s`. @param {string} sentence @param {Record<string, string | number>} values */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)[sd]/g, (_, name) => String(values[name]));
}

const GUEST = "Guest-";

/** Return a name as the reader sees it: those that the site gives to guests and to deleted players are shown in the page's language. @param {string} name */
export function shownName(name) {
  if (name.startsWith(GUEST)) return gettext("Guest-") + name.slice(GUEST.length);
  if (name.startsWith("Former ")) return fill(gettext("Former player %(number)s"), { number: name.slice(name.lastIndexOf(" ") + 1) });
  return name;
}

/** Return "6, 3 and 1". @param {string[]} words */
export function listed(words) {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(words);
}

/** Return "draw or pass". @param {string[]} words */
export function choice(words) {
  return new Intl.ListFormat(language(), { type: "disjunction" }).format(words);
}

/** Return the language of the page, by default English. */
function language() {
  return globalThis.document?.documentElement.lang || "en";
}

/** For clocks and dates in the format of the pages, with 24 hours. */
export const LANGUAGE = language() === "en" ? "en-GB" : language();
