/** Keeps the keyboard focus while elements come and go. */

let isKept = false;

/**
 * Run `change`; if the focused element is gone or hidden afterwards, focus what `heir` returns. In nested changes this
 * is checked only once, at the end of the outermost one, since the check makes the browser recalculate all styles.
 * @param {() => void} change @param {() => HTMLElement | null} heir
 */
export function keepingFocus(change, heir) {
  if (isKept) return change();
  const held = document.activeElement;
  isKept = true;
  try {
    change();
  } finally {
    isKept = false;
  }
  if (held && held !== document.body && !held.checkVisibility()) heir()?.focus({ preventScroll: true });
}

/**
 * Make `nodes` the children of `parent`, in order, moving as few as possible: a moved node loses the focus.
 * @param {Element} parent @param {Element[]} nodes
 */
export function arrange(parent, nodes) {
  for (const node of [...parent.children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
}
