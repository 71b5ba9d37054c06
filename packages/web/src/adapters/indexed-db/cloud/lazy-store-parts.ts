/** Code that not every library needs, or not at once. */
import { lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";

/** Former versions of notes. A transaction does not wait for a script: it takes what is loaded, and what is written before is written whole. */
export const versionRuns = lazyModule(
  () => import("./version-runs.ts"),
  ({ VERSION_RUNS }) => VERSION_RUNS,
);

/** Of a large library what is seen first; without it the whole index is. */
export const firstRows = lazyModule(
  () => import("./first-rows.ts"),
  ({ readFirstRows }) => readFirstRows,
);
