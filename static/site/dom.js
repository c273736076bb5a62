/** Creates and finds elements; text is inserted as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes false and null are left out; true is an empty attribute */
/** @typedef {Node | string | null} Child null is left out */

/** @param {Element} node @param {Attributes} attributes @param {Child[]} children */
function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null));
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Attributes} attributes @param {Child[]} children
 */
export function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  furnish(node, attributes, children);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Attributes} attributes @param {Child[]} children
 */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  furnish(node, attributes, children);
  return node;
}

/**
 * Return an element that must exist. Give its class as `kind` if HTMLElement is not enough.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} selector @param {ParentNode} root @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function find(selector, root = document, kind) {
  const node = root.querySelector(selector);
  if (!(node instanceof (kind ?? HTMLElement))) throw new Error(`The page has no ${selector}`);
  return /** @type {Kind} */ (node);
}

/**
 * Return all such elements, in document order.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} selector @param {ParentNode} root @param {new () => Kind} [kind]
 * @returns {Kind[]}
 */
export function findAll(selector, root = document, kind) {
  const nodes = [...root.querySelectorAll(selector)].filter((node) => node instanceof (kind ?? HTMLElement));
  return /** @type {any[]} */ (nodes);
}

/**
 * Return the closest element around an event's target that matches the selector.
 * @template {Element} [Kind=HTMLElement]
 * @param {Event} event @param {string} selector @param {new () => Kind} [kind]
 * @returns {Kind | null}
 */
export function hit({ target }, selector, kind) {
  const node = target instanceof Element ? target.closest(selector) : null;
  return node instanceof (kind ?? HTMLElement) ? /** @type {Kind} */ (node) : null;
}

/** Return a data attribute that must exist. @param {HTMLElement | SVGElement} node @param {string} name as in `dataset` */
export function data(node, name) {
  const value = node.dataset[name];
  if (value === undefined) throw new Error(`An element of the page has no data for ${name}`);
  return value;
}
