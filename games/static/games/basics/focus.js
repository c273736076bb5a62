/** Keeping the keyboard focus while elements come and go. */

/**
 * Run `change`; if the focused element is gone or hidden afterwards, focus what `heir` returns.
 * @param {() => void} change @param {() => HTMLElement | null} heir
 */
export function keepingFocus(change, heir) {
  const held = document.activeElement;
  change();
  if (held && !held.checkVisibility()) heir()?.focus({ preventScroll: true });
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
