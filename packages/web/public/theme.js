/* Sets the theme before the first paint. The same rule as core/workspace/theme/theme.ts; a test holds them together. */
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("theme");
  } catch {
    // Storage is refused: the system's preference decides.
  }
  const known = ["light", "dark", "amoled"].includes(stored);
  const theme = known ? stored : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
})();
