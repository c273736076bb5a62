// Says before the first paint whether the page is dark: as the player has chosen, otherwise as the device is set.

const dark = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const root = document.documentElement;
  const chosen = root.dataset.theme;
  root.classList.toggle("dark", chosen === "dark" || (chosen !== "light" && dark.matches));
}

apply();
dark.addEventListener("change", apply);
