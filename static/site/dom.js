/** Making and emptying elements; text goes in as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} node
 * @param {Record<string, string | number | boolean | null | undefined>} attributes false, null: left out; true: empty
 * @param {(Node | string | null)[]} children
 */
function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** @returns {HTMLElement} */
export function html(name, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (furnish(document.createElement(name), attributes, children));
}

/** @returns {SVGElement} */
export function svg(name, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (furnish(document.createElementNS(SVG, name), attributes, children));
}

/** A 24 × 24 line drawing from one path. */
export function icon(path) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}

/** An element of the page that must be there. */
export function find(selector, root = document) {
  const node = root.querySelector(selector);
  if (!node) throw new Error(`The page has no ${selector}`);
  return /** @type {HTMLElement} */ (node);
}

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
