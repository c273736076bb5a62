/** Sentences, through the site's JavaScriptCatalog; in English where the catalog has not loaded. */

const catalog = /** @type {any} */ (globalThis);

/** @param {string} text */
export function gettext(text) {
  return catalog.gettext ? catalog.gettext(text) : text;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  if (catalog.ngettext) return catalog.ngettext(one, many, count);
  return count === 1 ? one : many;
}

/** Fill in `%(name)s`. @param {string} sentence @param {Record<string, string | number>} values */
export function fill(sentence, values) {
  return sentence.replace(/%\((\w+)\)[sd]/g, (_, name) => String(values[name]));
}

const language = document.documentElement.lang || "en";

/** "6, 3 and 1" */
export function listed(words) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** "draw or pass" */
export function choice(words) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(words);
}
