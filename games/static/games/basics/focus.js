/** The keyboard's place on the page, kept while what it was on comes and goes. */

/**
 * Do `change`; if what had the focus is gone then, the focus goes to what `heir` names.
 * @param {() => void} change @param {() => HTMLElement | null} heir
 */
export function keepingFocus(change, heir) {
  const held = document.activeElement;
  change();
  if (held && !held.isConnected) heir()?.focus({ preventScroll: true });
}

/**
 * Let `parent` hold exactly `nodes`, in order, moving as few of them as can be: a moved node loses the focus.
 * @param {Element} parent @param {Element[]} nodes
 */
export function arrange(parent, nodes) {
  for (const node of [...parent.children]) if (!nodes.includes(node)) node.remove();
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
}
