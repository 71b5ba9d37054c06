/** CSS colors in the form of stored HTML, `rgb(r, g, b)`, which browsers print too. Knows the common color names, not all 148. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** Returns `rgb(r, g, b)`; undefined for unknown colors and for those that are mostly transparent. */
export function toRgb(raw: string): string | undefined {
  const rgb = parseColor(raw);
  return rgb === undefined ? undefined : printRgb(rgb);
}

function printRgb([red, green, blue]: Rgb): string {
  return `rgb(${red}, ${green}, ${blue})`;
}

export function parseColor(raw: string): Rgb | undefined {
  if (raw.length > 100) return undefined;
  const text = raw.trim().toLowerCase();
  return NAMED[text] ?? parseHex(text) ?? parseFunction(text);
}

function parseHex(text: string): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(text)) return undefined;
  const digits = text.slice(1);
  const wide = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (wide.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return onWhite([red, green, blue], alpha / 255);
}

function parseFunction(text: string): Rgb | undefined {
  const match = /^(rgba?|hsla?)\(([^()]*)\)$/.exec(text);
  if (match === null) return undefined;
  const parts = (match[2] ?? "").split(/[\s,/]+/).filter((part) => part !== "");
  if (parts.length < 3 || parts.length > 4) return undefined;
  const alpha = parts[3] === undefined ? 1 : share(parts[3], 1);
  const rgb = match[1]?.startsWith("rgb") ? fromRgbParts(parts) : fromHslParts(parts);
  return rgb === undefined || alpha === undefined ? undefined : onWhite(rgb, alpha);
}

function fromRgbParts(parts: readonly string[]): Rgb | undefined {
  const [red, green, blue] = parts.slice(0, 3).map((part) => share(part, 255));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [toByte(red), toByte(green), toByte(blue)];
}

function fromHslParts([hueText = "", saturationText = "", lightText = ""]: readonly string[]): Rgb | undefined {
  const hue = /^-?\d+(?:\.\d+)?(?:deg)?$/.test(hueText) ? Number.parseFloat(hueText) : undefined;
  const [saturation, light] = [share(saturationText, 1), share(lightText, 1)];
  if (hue === undefined || saturation === undefined || light === undefined) return undefined;
  const channel = (offset: number): number => {
    const step = (((offset + hue / 30) % 12) + 12) % 12;
    return toByte(255 * (light - saturation * Math.min(light, 1 - light) * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Parses a number, or a percentage of `whole`. */
function share(text: string, whole: number): number | undefined {
  if (!/^-?\d*\.?\d+(?:e-?\d+)?%?$/.test(text)) return undefined;
  const value = Number.parseFloat(text);
  return text.endsWith("%") ? (value / 100) * whole : value;
}

function onWhite([red, green, blue]: Rgb, alpha: number): Rgb | undefined {
  const opacity = Math.min(1, Math.max(0, alpha));
  if (opacity < 0.1) return undefined;
  const blend = (channel: number): number => toByte(channel * opacity + 255 * (1 - opacity));
  return [blend(red), blend(green), blend(blue)];
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

const NAMED: Readonly<Record<string, Rgb>> = Object.assign(Object.create(null) as Record<string, Rgb>, {
  black: [0, 0, 0],
  silver: [192, 192, 192],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  white: [255, 255, 255],
  maroon: [128, 0, 0],
  red: [255, 0, 0],
  purple: [128, 0, 128],
  fuchsia: [255, 0, 255],
  magenta: [255, 0, 255],
  green: [0, 128, 0],
  lime: [0, 255, 0],
  olive: [128, 128, 0],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
  blue: [0, 0, 255],
  teal: [0, 128, 128],
  aqua: [0, 255, 255],
  cyan: [0, 255, 255],
  orange: [255, 165, 0],
  pink: [255, 192, 203],
  brown: [165, 42, 42],
  gold: [255, 215, 0],
  violet: [238, 130, 238],
  indigo: [75, 0, 130],
  crimson: [220, 20, 60],
  tomato: [255, 99, 71],
  darkred: [139, 0, 0],
  darkblue: [0, 0, 139],
  darkgreen: [0, 100, 0],
  darkorange: [255, 140, 0],
  lightgray: [211, 211, 211],
  lightgrey: [211, 211, 211],
  darkgray: [169, 169, 169],
  darkgrey: [169, 169, 169],
  dimgray: [105, 105, 105],
  lightblue: [173, 216, 230],
  lightgreen: [144, 238, 144],
  lightyellow: [255, 255, 224],
  royalblue: [65, 105, 225],
  steelblue: [70, 130, 180],
  whitesmoke: [245, 245, 245],
  windowtext: [0, 0, 0],
} satisfies Record<string, Rgb>);
