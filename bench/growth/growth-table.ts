/** Formats figures of libraries of several sizes as a table for docs/capacity.md, with a classification of each growth. Pure. */
import type { Measured } from "../src/figure.ts";

export type Curve = { readonly name: string; readonly unit: string; readonly values: readonly number[] };

/** Slightly more than linear still counts as linear, because of the machine's caches. */
const LINEAR = 1.15;
const FLAT = 0.25;
const MARK = "growth";

/**
 * Returns the exponent with which a figure grows in the number of notes: 0 is flat, 1 linear. Measured from the smallest library to the
 * largest, or between the two largest if that is more, because a constant part hides the growth in small libraries.
 */
export function growthOf({ values }: Curve, sizes: readonly number[]): number {
  return Math.max(powerBetween(0, values.length - 1), powerBetween(values.length - 2, values.length - 1));

  function powerBetween(from: number, to: number): number {
    const [first, last] = [values[from] ?? Number.NaN, values[to] ?? Number.NaN];
    if (last <= first) return 0;
    return Math.log(last / first) / Math.log((sizes[to] ?? 1) / (sizes[from] ?? 1));
  }
}

export function describeGrowth(power: number): string {
  if (Number.isNaN(power) || power > LINEAR) return "**more than linear**";
  return power <= FLAT ? "flat" : power <= 0.9 ? "less than linear" : "linear";
}

const round = (value: number) => Number(value.toPrecision(3)).toLocaleString("en-GB", { maximumFractionDigits: 1 });

export function toMarkdown(curves: readonly Curve[], sizes: readonly number[], when: string): string {
  const rows = curves.map((curve) => {
    const cells = curve.values.map((value) => `${round(value)} ${curve.unit}`);
    return `| ${curve.name} | ${cells.join(" | ")} | ${describeGrowth(growthOf(curve, sizes))} |`;
  });
  const heading = `| | ${sizes.map((size) => `${size.toLocaleString("en-GB")} notes`).join(" | ")} | grows |`;
  return [`Measured ${when}, with \`npm run bench -- growth\`.`, "", heading, `|---|${"---|".repeat(sizes.length + 1)}`, ...rows].join(
    "\n",
  );
}

/** Returns the page with this table between its two marks. */
export function putIn(page: string, table: string): string {
  const [begin, end] = [`<!-- ${MARK} -->`, `<!-- /${MARK} -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place marked ${begin} … ${end}`);
  return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(to)}`;
}

export function toFigures(curves: readonly Curve[], sizes: readonly number[]): Measured[] {
  return curves.flatMap(({ name, unit, values }) =>
    values.map((value, at): Measured => {
      const notes = `${(sizes[at] ?? 0).toLocaleString("en-GB")} notes`;
      return { area: "growth", name: `${name}, ${notes}`, value, unit, better: "lower" };
    }),
  );
}

/** The page describes large libraries, so results of small sizes are not written to it. */
export function checkWritable(isQuick: boolean, isWritten: boolean): void {
  if (isQuick && isWritten) throw new Error("--quick measures small sizes, which do not belong into docs/capacity.md: leave out --write.");
}
