/** Many runs added up to the figures that the simulator ends with. */
import { type RunResult, runSeed } from "./run.ts";

export type Totals = Record<"runs" | "ackedEdits" | "crashes" | "wipes" | "ambiguous" | keyof RunResult["counts"], number>;

export async function addUp(
  from: number,
  count: number,
  onResult: (result: RunResult) => void = () => {},
): Promise<{ readonly totals: Totals; readonly badSeeds: readonly number[] }> {
  const totals: Totals = {
    runs: 0,
    ackedEdits: 0,
    lost: 0,
    diverged: 0,
    duplicates: 0,
    revived: 0,
    folderFaults: 0,
    silentFreshDevice: 0,
    falseClaims: 0,
    crashes: 0,
    wipes: 0,
    ambiguous: 0,
  };
  const badSeeds: number[] = [];
  for (let seed = from; seed < from + count; seed += 1) {
    const result = await runSeed({ seed });
    onResult(result);
    totals.runs += 1;
    for (const key of ["ackedEdits", "crashes", "wipes", "ambiguous"] as const) totals[key] += result[key];
    for (const [key, value] of Object.entries(result.counts)) totals[key as keyof RunResult["counts"]] += value;
    if (result.faults.length > 0) badSeeds.push(seed);
  }
  return { totals, badSeeds };
}
