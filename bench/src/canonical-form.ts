/** What the editor's rules do to a note: bringing it into canonical form. */
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { type Figure, medianMs } from "./figure.ts";
import { textOf } from "./texts.ts";

export async function benchTexts(quick: boolean): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of quick ? [200_000] : [200_000, 1_000_000]) {
    const text = textOf(size);
    const value = await medianMs(quick ? 3 : 5, () => toCanonicalHtml(text));
    figures.push({ area: "notes", name: `canonical form of ${size / 1000} KB`, value, unit: "ms", better: "lower" });
  }
  return figures;
}
