/** The code that reads and writes former versions, which comes after the first screen: what is written before it is here is written whole. */
import { lazyModule } from "@satchel/core/model/lazy-module.ts";

/** A transaction does not wait for a script: it takes what is loaded. */
export const versionRuns = lazyModule(
  () => import("./version-runs.ts"),
  ({ VERSION_RUNS }) => VERSION_RUNS,
);
