/** How notes and app look, in Settings, Writing. */
import type { Appearance } from "@satchel/core/workspace/appearance/appearance-service.ts";
import type { Theme } from "@satchel/core/workspace/theme/theme-service.ts";

export const appearanceText = {
  title: "Appearance",
  app: "App",
  theme: "Theme",
  themes: { system: "Follow system", light: "Light", dark: "Dark", amoled: "Black" } satisfies Record<Theme | "system", string>,
  notes: "Text",
  font: "Font",
  fonts: { sans: "Sans serif", serif: "Serif", mono: "Monospace" } satisfies Record<Appearance["font"], string>,
  size: "Text size",
  sizes: { small: "Small", normal: "Normal", large: "Large", larger: "Extra large" } satisfies Record<Appearance["size"], string>,
  width: "Line width",
  widths: { narrow: "Narrow", normal: "Normal", wide: "Wide", full: "Full width" } satisfies Record<Appearance["width"], string>,
  sample: "The quick brown fox jumps over the lazy dog. This is how your notes look on this device.",
} as const;
