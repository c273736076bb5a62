/** The changing parts of the page, fetched again: each is replaced only if the server says something else than before. */

/** @type {Map<string, string>} What the server said last, by the id of the part. */
const said = new Map();

/** Quick enough for a page that is looked at; a lost answer is asked for again with the next news. @param {HTMLElement} page */
export async function refresh(page) {
  const known = [...page.querySelectorAll("[data-digest]")].map((part) => part.dataset.digest).join(",");
  const response = await fetch(page.dataset.live, { headers: { "X-Known": known } }).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const part of [...fresh.body.children]) {
    if (part.id) show(/** @type {HTMLElement} */ (part));
  }
}

/** The server leaves out what is inside of a part that the page has already. @param {HTMLElement} part */
function show(part) {
  if ("known" in part.dataset) return;
  const old = document.getElementById(part.id);
  const text = part.outerHTML;
  if (!old || said.get(part.id) === text) return;
  said.set(part.id, text);
  replace(old, part);
}

/** Whoever stands on a link or button stays there, what is unfolded stays so, and so does where a wide table is scrolled to. */
function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const unfolded = [...old.querySelectorAll("details[open][id]")];
  const scrolled = [...old.querySelectorAll(".table-scroll")].map((node) => node.scrollLeft);
  const part = document.adoptNode(fresh);
  for (const details of unfolded) part.querySelector(`#${CSS.escape(details.id)}`)?.replaceWith(keep(details, part));
  old.replaceWith(part);
  part.querySelectorAll(".table-scroll").forEach((node, index) => { node.scrollLeft = scrolled[index] ?? 0; });
  globalThis.htmx?.process(part);
  if (focused) focusAgain(focused, part);
}

/** An unfolded part that was fetched by itself is taken along; one that came with the page is opened anew. */
function keep(details, part) {
  const fresh = /** @type {HTMLDetailsElement} */ (part.querySelector(`#${CSS.escape(details.id)}`));
  if (details.hasAttribute("hx-get") && details.id !== "my-why") return details;
  fresh.open = true;
  return fresh;
}

function focusAgain(focused, part) {
  const same = focused.id ? document.getElementById(focused.id) : focused.href && [...part.querySelectorAll("a")].find((link) => link.href === focused.href);
  (same || document.getElementById("main"))?.focus({ preventScroll: true });
}
