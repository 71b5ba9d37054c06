/** The code that reads and writes former versions, which comes after the first screen: what is written before it is here is written whole. */
import type { VersionRuns } from "./version-runs.ts";

let runs: VersionRuns | undefined;

/** A transaction does not wait for a script. */
export function versionRuns(): VersionRuns | undefined {
  return runs;
}

/** Fails where the script cannot be had. */
export async function loadVersionRuns(): Promise<VersionRuns> {
  const { VERSION_RUNS } = await import("./version-runs.ts");
  runs = VERSION_RUNS;
  return VERSION_RUNS;
}
