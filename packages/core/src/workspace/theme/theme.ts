/** Which of the three themes is on, and which comes next. Pure; keeping the choice is theme-service.ts. Spec B §4 "Themes". */

export const THEMES = ["light", "dark", "amoled"] as const;
export type Theme = (typeof THEMES)[number];

/** The stored choice when it is one of the three, else what the system prefers. The file /theme.js says the same before the first paint. */
export function decideTheme(stored: string | undefined, systemPrefersDark: boolean): Theme {
  const chosen = THEMES.find((theme) => theme === stored);
  return chosen ?? (systemPrefersDark ? "dark" : "light");
}

/** light → dark → amoled → light. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
}
