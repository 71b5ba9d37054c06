/** How a note's text looks on this device. Pure; keeping the choice is appearance-service.ts, the web renders it. */

export const FONTS = ["sans", "serif", "mono"] as const;
export const TEXT_SIZES = ["small", "normal", "large", "larger"] as const;
export const LINE_WIDTHS = ["narrow", "normal", "wide", "full"] as const;

export type Appearance = {
  readonly font: (typeof FONTS)[number];
  readonly size: (typeof TEXT_SIZES)[number];
  readonly width: (typeof LINE_WIDTHS)[number];
};

export const DEFAULT_APPEARANCE: Appearance = { font: "sans", size: "normal", width: "normal" };

/** What is kept, as three words; a word that is none of the choices is the default. */
export function parseAppearance(stored: string | undefined): Appearance {
  const [font, size, width] = (stored ?? "").split(" ");
  return {
    font: FONTS.find((one) => one === font) ?? DEFAULT_APPEARANCE.font,
    size: TEXT_SIZES.find((one) => one === size) ?? DEFAULT_APPEARANCE.size,
    width: LINE_WIDTHS.find((one) => one === width) ?? DEFAULT_APPEARANCE.width,
  };
}

export function printAppearance({ font, size, width }: Appearance): string {
  return `${font} ${size} ${width}`;
}
