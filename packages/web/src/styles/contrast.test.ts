import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");
const TEXT_RATIO = 4.5;
const THEMES = ["light", "dark", "amoled"] as const;
/** Backgrounds that may show through a translucent one. */
const GROUNDS = ["page", "raised", "list", "sidebar"];
/** Color of decorations and disabled text, which visual.md exempts. */
const FAINT = "text-3";

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];
type Tokens = ReadonlyMap<string, string>;

function tokensOf(theme: string): Tokens {
  const css = readFileSync(join(SRC, "styles/tokens.css"), "utf8");
  const tokens = new Map<string, string>();
  for (const [, selectors = "", body = ""] of css.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    if (!selectors.includes(`[data-theme="${theme}"]`)) continue;
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) tokens.set(name, value.trim());
  }
  return tokens;
}

function toRgba(value: string): Rgba | undefined {
  const hex = /^#([0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).concat(1) as unknown as Rgba;
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4]) / 100];
}

function over([red, green, blue, alpha]: Rgba, ground: Rgba): Rgba {
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
  return [mix(red, ground[0]), mix(green, ground[1]), mix(blue, ground[2]), 1];
}

function luminance(color: Rgba): number {
  const [red, green, blue] = color.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Rgba, b: Rgba): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

type Pair = { readonly where: string; readonly text: string; readonly ground: string };

/** Every rule of the app that sets text and background colors by tokens: badges, buttons, chips, bands. */
function readPairs(): readonly Pair[] {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  return files.flatMap((file) =>
    [...readFileSync(join(SRC, file), "utf8").matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = "", body = ""]) => {
      const text = /(?:^|[\s;])color:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
      const ground = /background(?:-color)?:\s*var\(--([\w-]+)\)/.exec(body)?.[1];
      if (text === undefined || ground === undefined || text === FAINT) return [];
      return [{ where: `${file} ${selector.trim().split("\n").at(-1)}`, text, ground }];
    }),
  );
}

function ratioOf({ text, ground }: Pair, tokens: Tokens): number | undefined {
  const [words, surface] = [text, ground].map((name) => toRgba(tokens.get(name) ?? ""));
  if (words === undefined || surface === undefined) return undefined;
  const under = surface[3] === 1 ? [surface] : GROUNDS.map((name) => over(surface, toRgba(tokens.get(name) as string) as Rgba));
  return Math.min(...under.map((each) => contrast(words, each)));
}

describe("visual.md: text on colored backgrounds", () => {
  it.each(THEMES)("reaches 4.5:1 in every rule that sets both, %s", (theme) => {
    const tokens = tokensOf(theme);
    const measured = readPairs().map((pair) => ({ ...pair, ratio: ratioOf(pair, tokens) }));
    expect(measured.length).toBeGreaterThan(20);
    expect(measured.filter(({ ratio }) => ratio === undefined)).toEqual([]);
    expect(measured.filter(({ ratio = 0 }) => ratio < TEXT_RATIO)).toEqual([]);
  });

  it("measures the badges 'Connected' and 'Your plan'", () => {
    expect(readPairs().map(({ where }) => where)).toContain("features/cloud-storage/cloud-storage.module.css .badge.good");
    expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21, 5);
  });

  it.each(THEMES)("reaches 4.5:1 as plain text on every surface, %s", (theme) => {
    const tokens = tokensOf(theme);
    const pairs = ["text", "text-2", "accent", "danger", "warn-ink"].flatMap((text) =>
      GROUNDS.map((ground) => ({ where: "", text, ground })),
    );
    expect(pairs.filter((pair) => (ratioOf(pair, tokens) ?? 0) < TEXT_RATIO)).toEqual([]);
  });
});
