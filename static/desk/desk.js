// Opens and closes parts of admin pages: the menu on small screens, and filters, one at a time.

for (const button of document.querySelectorAll("[data-opens]")) {
  const opened = document.getElementById(button.getAttribute("data-opens") ?? "");
  button.addEventListener("click", () => {
    const open = opened?.classList.toggle("open") ?? false;
    button.setAttribute("aria-expanded", String(open));
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !opened?.contains(event.target) && !button.contains(event.target)) {
      opened?.classList.remove("open");
      button.setAttribute("aria-expanded", "false");
    }
  });
}

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.desk-filter[open]")) {
    if (event.target instanceof Node && !open.contains(event.target)) {
      open.removeAttribute("open");
    }
  }
});

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
  if (event.key === "/" && !typing) {
    const search = document.getElementById("searchbar");
    if (search) {
      event.preventDefault();
      search.focus();
    }
  }
  if (event.key === "Escape") {
    for (const open of document.querySelectorAll("details.desk-filter[open]")) {
      open.removeAttribute("open");
    }
  }
});
