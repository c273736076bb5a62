/** What stands beside the table: one panel at a time; on a small screen folded away until it is asked for. */

export class Panels extends EventTarget {
  /** @param {HTMLElement} side holds [role=tab] and [role=tabpanel] */
  constructor(side) {
    super();
    this.side = side;
    this.tabs = [...side.querySelectorAll("[role=tab]")];
    side.addEventListener("click", (event) => this.clicked(event));
    side.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("pointerdown", (event) => side.contains(event.target) || this.fold());
  }

  clicked(event) {
    if (event.target.closest("[data-fold]")) return this.fold();
    const tab = event.target.closest("[role=tab]");
    if (!tab) return;
    if (this.folding && this.unfolded && this.open === tab.dataset.panel) this.fold();
    else this.show(tab.dataset.panel);
  }

  walk(event) {
    if (event.key === "Escape") return this.fold();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const index = this.tabs.indexOf(event.target);
    if (!step || index < 0) return;
    event.stopPropagation();
    const next = this.tabs[(index + step + this.tabs.length) % this.tabs.length];
    next.focus();
    if (!this.folding || this.unfolded) this.show(next.dataset.panel);
  }

  /** @param {string} name */
  show(name) {
    this.open = name;
    this.side.classList.add("unfolded");
    for (const tab of this.tabs) {
      const chosen = tab.dataset.panel === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
    }
    this.flag(name, 0);
    this.dispatchEvent(new CustomEvent("show", { detail: name }));
  }

  fold() {
    this.side.classList.remove("unfolded");
  }

  get unfolded() {
    return this.side.classList.contains("unfolded");
  }

  /** Whether the room is so small that panels fold away. */
  get folding() {
    return getComputedStyle(this.side).getPropertyValue("--folding").trim() === "1";
  }

  /** @param {string} name whether this panel can be seen now */
  visible(name) {
    return this.open === name && (!this.folding || this.unfolded);
  }

  /** Put a number at a tab: so much is new there. */
  flag(name, count) {
    const tab = this.tabs.find((node) => node.dataset.panel === name);
    tab?.toggleAttribute("data-new", count > 0);
    tab?.querySelector(".fresh")?.replaceChildren(count > 0 ? String(count) : "");
  }
}
