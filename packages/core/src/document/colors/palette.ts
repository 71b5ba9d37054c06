/** Selectable colors. Notes store the light value; each theme maps it to its own shade (the editor's content.css). */
import { parseColor, type Rgb } from "./css-color.ts";

export type PaletteName = "gray" | "red" | "orange" | "yellow" | "green" | "teal" | "blue" | "purple" | "pink";

export const TEXT_COLORS: Readonly<Record<PaletteName, string>> = {
  gray: "rgb(110, 106, 98)",
  red: "rgb(194, 38, 31)",
  orange: "rgb(180, 83, 9)",
  yellow: "rgb(146, 104, 0)",
  green: "rgb(26, 127, 75)",
  teal: "rgb(15, 118, 110)",
  blue: "rgb(29, 92, 191)",
  purple: "rgb(112, 60, 184)",
  pink: "rgb(184, 39, 110)",
};

export const BACKGROUND_COLORS: Readonly<Record<PaletteName, string>> = {
  gray: "rgb(236, 233, 226)",
  red: "rgb(251, 218, 215)",
  orange: "rgb(253, 226, 197)",
  yellow: "rgb(253, 233, 169)",
  green: "rgb(217, 242, 227)",
  teal: "rgb(207, 240, 236)",
  blue: "rgb(216, 230, 250)",
  purple: "rgb(232, 222, 248)",
  pink: "rgb(250, 217, 233)",
};

export const PALETTE_NAMES = Object.keys(TEXT_COLORS) as readonly PaletteName[];

/** Returns the palette color closest to a foreign color; undefined for black, white and grays, which belong to the theme. */
export function nearestTextColor(color: string): string | undefined {
  const name = nearestHue(color, 0.25);
  return name === undefined ? undefined : TEXT_COLORS[name];
}

export function nearestBackground(color: string): string | undefined {
  const name = nearestHue(color, 0.06);
  return name === undefined ? undefined : BACKGROUND_COLORS[name];
}

const HUES: readonly (readonly [name: PaletteName, fromDegrees: number])[] = [
  ["red", 0],
  ["orange", 16],
  ["yellow", 40],
  ["green", 70],
  ["teal", 160],
  ["blue", 192],
  ["purple", 255],
  ["pink", 295],
  ["red", 345],
];

function nearestHue(color: string, minChroma: number): PaletteName | undefined {
  const rgb = parseColor(color);
  if (rgb === undefined || chromaOf(rgb) < minChroma) return undefined;
  const hue = hueOf(rgb);
  return HUES.findLast(([, from]) => hue >= from)?.[0];
}

/** Colorfulness: 0 for grays, 1 for pure red. */
function chromaOf([red, green, blue]: Rgb): number {
  return (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
}

function hueOf([red, green, blue]: Rgb): number {
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const chroma = max - min;
  if (chroma === 0) return 0;
  if (max === red) return (((green - blue) / chroma) * 60 + 360) % 360;
  return max === green ? ((blue - red) / chroma) * 60 + 120 : ((red - green) / chroma) * 60 + 240;
}
