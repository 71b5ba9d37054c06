/** Many runs added up to the figures that the simulator ends with. */
import { type RunOptions, type RunResult, runSeed } from "./run.ts";

export type Totals = Record<
  "runs" | "ackedEdits" | "versions" | "crashes" | "wipes" | "ambiguous" | "newVaults" | keyof RunResult["counts"],
  number
>;
export type Sum = { readonly totals: Totals; readonly badSeeds: readonly number[] };

const NOTHING: Totals = {
  runs: 0,
  ackedEdits: 0,
  lost: 0,
  diverged: 0,
  duplicates: 0,
  revived: 0,
  folderFailures: 0,
  silentFreshDevice: 0,
  falseClaims: 0,
  leaked: 0,
  forged: 0,
  unparsed: 0,
  lostVersions: 0,
  versions: 0,
  crashes: 0,
  wipes: 0,
  ambiguous: 0,
  newVaults: 0,
};

export type AddUpOptions = { readonly onResult?: (result: RunResult) => void; readonly untilBad?: boolean } & Pick<
  RunOptions,
  "disks" | "troubles"
>;

/** `untilBad`: the first bad seed ends it. */
export async function addUp(
  from: number,
  count: number,
  { onResult = () => {}, untilBad = false, disks = "memory", troubles = {} }: AddUpOptions = {},
): Promise<Sum> {
  let sum: Sum = { totals: NOTHING, badSeeds: [] };
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runOrFail({ seed, disks, troubles });
    onResult(result);
    sum = joinSums([sum, toSum(result)]);
    if (untilBad && sum.badSeeds.length > 0) break;
  }
  return sum;
}

/** An exception is a fault like any other. */
async function runOrFail(options: RunOptions): Promise<RunResult> {
  try {
    return await runSeed(options);
  } catch (error) {
    const {
      runs: _runs,
      ackedEdits: _edits,
      versions: _versions,
      crashes: _crashes,
      wipes: _wipes,
      ambiguous: _ambiguous,
      newVaults: _newVaults,
      ...none
    } = NOTHING;
    const counts = { ...none, diverged: 1 };
    const nothing = { ackedEdits: 0, versions: 0, crashes: 0, wipes: 0, ambiguous: 0, newVaults: 0 };
    return { seed: options.seed, failures: [`broke off: ${String(error)}`], counts, ...nothing };
  }
}

function toSum({ seed, failures, counts, ...figures }: RunResult): Sum {
  return { totals: { runs: 1, ...counts, ...figures }, badSeeds: failures.length > 0 ? [seed] : [] };
}

export function joinSums(sums: readonly Sum[]): Sum {
  const totals = { ...NOTHING };
  for (const key of Object.keys(totals) as (keyof Totals)[]) totals[key] = sums.reduce((all, sum) => all + sum.totals[key], 0);
  return { totals, badSeeds: sums.flatMap(({ badSeeds }) => badSeeds) };
}
