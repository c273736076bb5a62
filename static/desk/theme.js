// Sets the colour scheme before the first paint: the one that the player has chosen, or else the device's.

const dark = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const root = document.documentElement;
  const chosen = root.dataset.theme;
  root.classList.toggle("dark", chosen === "dark" || (chosen !== "light" && dark.matches));
}

apply();
dark.addEventListener("change", apply);
