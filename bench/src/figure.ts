/** A measured figure, printed as one JSON line and in a table at the end. */
import { cpus, totalmem } from "node:os";

export type Figure = Measured | NotMeasured;

/** Another program that could not be measured, and the reason. */
type NotMeasured = { readonly area: string; readonly name: string; readonly problem: string };

export type Measured = {
  readonly area: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly better: "lower" | "higher";
  /** Another program measured in the same run, if there is one. */
  readonly peer?: string;
  readonly peerValue?: number;
  /** The median of the rounds' own ratios, if both were measured alternately. A busy moment of the machine hardly affects it. */
  readonly ratio?: number;
};

const round = (value: number) => Number(value.toPrecision(3));

export function notMeasured(area: string, program: string, problem: string): Figure {
  return { area, name: `beside ${program}`, problem };
}

const isMeasured = (figure: Figure): figure is Measured => !("problem" in figure);

export function toLine(figure: Figure): string {
  if (!isMeasured(figure)) return JSON.stringify(figure);
  const { area, name, value, unit, better, peer, peerValue } = figure;
  const ratio = ratioOf(figure) ?? null;
  return JSON.stringify({
    area,
    name,
    value: round(value),
    unit,
    peer: peer ?? null,
    peerValue: peerValue === undefined ? null : round(peerValue),
    ratio,
    better,
  });
}

/** Returns undefined if there is no meaningful ratio, such as 0 of 0. */
function ratioOf({ value, peerValue, ratio }: Measured): number | undefined {
  const found = peerValue === undefined ? Number.NaN : (ratio ?? value / peerValue);
  return Number.isFinite(found) ? round(found) : undefined;
}

function besidePeer(figure: Measured): string {
  const { peer, peerValue, unit } = figure;
  if (peer === undefined || peerValue === undefined) return "";
  const ratio = ratioOf(figure);
  return `${ratio === undefined ? "" : `${ratio} of `}${peer}: ${round(peerValue)} ${unit}`;
}

export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) =>
    isMeasured(figure)
      ? [figure.area, figure.name, `${round(figure.value)} ${figure.unit}`, besidePeer(figure)]
      : [figure.area, figure.name, "not measured", figure.problem],
  );
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats the figures as rows of Markdown, for the README. */
export function toMarkdown(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const cells = isMeasured(figure)
      ? [figure.area, figure.name, `${amount(figure.value)} ${figure.unit}`, describePeer(figure)]
      : [figure.area, figure.name, "not measured", figure.problem];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| section | what | Satchel | others |", "|---|---|---|---|", ...rows].join("\n");
}

const amount = (value: number) => round(value).toLocaleString("en-GB", { maximumFractionDigits: 3 });

function describePeer(figure: Measured): string {
  const { peer, peerValue, unit } = figure;
  if (peer === undefined || peerValue === undefined) return "";
  const ratio = ratioOf(figure);
  return `${peer}: ${amount(peerValue)} ${unit}${ratio === undefined ? "" : ` (${ratio})`}`;
}

/** Parses a printed line; returns undefined for any other output of a run. */
export function parseLine(line: string): Figure | undefined {
  if (!line.startsWith('{"area":')) return undefined;
  const { peer, peerValue, ratio, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const known = Object.entries({ peer, peerValue, ratio }).filter(([, value]) => value !== null);
  return { ...rest, ...Object.fromEntries(known) } as Figure;
}

/** Returns the median of several runs in milliseconds, after one run that warms up. */
export async function medianMs(runs: number, work: () => unknown): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

const GIGABYTE = 1024 ** 3;

/** Date and machine of a measurement, for the line above a table of figures. */
export function describeRun(now: Date): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() || "processor unknown";
  const memory = Math.round(totalmem() / GIGABYTE);
  return `${now.toISOString().slice(0, 10)}, ${processors.length} cores (${model}), ${memory} GB, Node ${process.versions.node}`;
}
