/** Figures of the hand: samples of this commit and of an older one, measured in turns, as rows of the table. Pure. */
import type { Figure } from "../src/figure.ts";

export type Step = "reload" | "note" | "tab" | "palette" | "search" | "new note" | "first letter" | "sign-in";
/** Milliseconds by step; undefined for an action without the expected effect. */
export type Samples = Map<Step, readonly (number | undefined)[]>;

export type Session = {
  readonly notes: number;
  readonly slower: number;
  readonly now: Samples | Failed;
  readonly before: Samples | Failed;
};
/** Session that could not be run, and the reason. */
export type Failed = { readonly problem: string };

type Row = { readonly step: Step; readonly name: string; readonly share: number };

const ROWS: readonly Row[] = [
  { step: "reload", name: "reload to rows", share: 0.5 },
  { step: "note", name: "open a note, p50", share: 0.5 },
  { step: "note", name: "open a note, p95", share: 0.95 },
  { step: "tab", name: "switch between five tabs, p50", share: 0.5 },
  { step: "tab", name: "switch between five tabs, p95", share: 0.95 },
  { step: "palette", name: "open the palette", share: 0.5 },
  { step: "search", name: "open the search", share: 0.5 },
  { step: "new note", name: "key of a new note to its focused title", share: 0.5 },
  { step: "first letter", name: "first letter of a new note, typed at once after its key", share: 0.5 },
  { step: "sign-in", name: "sign in on a new device to rows", share: 0.5 },
];

/** Returns the sample below which `share` of all samples are. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Returns a step's samples, or the reason why it has none. A step with a lost sample is not measured, because its other samples flatter it. */
export function samplesOf(of: Samples, step: Step): readonly number[] | Failed | undefined {
  const all = of.get(step);
  if (all === undefined) return undefined;
  const found = all.filter((value) => value !== undefined);
  if (found.length === all.length) return found;
  return { problem: `${all.length - found.length} of ${all.length} had no effect` };
}

const isFailed = (samples: object): samples is Failed => "problem" in samples;

/** Returns the rows of sessions with the same notes and processor, which are rounds of one measurement. */
export function toFigures(rounds: readonly Session[], peer: string): Figure[] {
  const [first] = rounds;
  if (first === undefined) return [];
  const where = `${first.notes.toLocaleString("en-GB")} notes, processor ${first.slower === 1 ? "as it is" : `${first.slower}× slower`}`;
  const now = rounds.map((round) => round.now);
  const failed = now.find(isFailed);
  if (failed !== undefined) return [{ area: "hand", name: where, problem: failed.problem }];
  const before = rounds.map((round) => round.before);
  const lost = before.find(isFailed);
  const rows = ROWS.flatMap((row) =>
    toRow(row, { now: now as Samples[], before: lost === undefined ? (before as Samples[]) : [] }, { where, peer }),
  );
  return lost === undefined ? rows : [...rows, { area: "hand", name: `${where}, ${peer}`, problem: lost.problem }];
}

type Measured = { readonly now: readonly Samples[]; readonly before: readonly Samples[] };

function toRow(
  { step, name, share }: Row,
  { now, before }: Measured,
  { where, peer }: { readonly where: string; readonly peer: string },
): Figure[] {
  const full = `${name}, ${where}`;
  const ours = stepOf(now, step);
  if (ours === undefined) return [];
  if (isFailed(ours)) return [{ area: "hand", name: full, problem: ours.problem }];
  const figure = { area: "hand", name: full, value: percentile(ours.flat(), share), unit: "ms", better: "lower" } as const;
  const theirs = stepOf(before, step);
  if (theirs === undefined) return [figure];
  if (isFailed(theirs)) return [figure, { area: "hand", name: `${full}, ${peer}`, problem: theirs.problem }];
  const ratios = ours.map((samples, round) => percentile(samples, share) / percentile(theirs[round] ?? [], share));
  return [{ ...figure, peer, peerValue: percentile(theirs.flat(), share), ratio: percentile(ratios, 0.5) }];
}

/** Returns a step's samples by round, undefined without any. */
function stepOf(rounds: readonly Samples[], step: Step): readonly (readonly number[])[] | Failed | undefined {
  const all = rounds.map((round) => samplesOf(round, step)).filter((samples) => samples !== undefined);
  const failed = all.find(isFailed);
  if (failed !== undefined) return failed;
  return all.length === 0 ? undefined : (all as readonly (readonly number[])[]);
}
