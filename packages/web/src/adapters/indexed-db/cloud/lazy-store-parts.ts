/** Code that not every library needs, or not at once. */
import { lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";

/** Former versions of notes. A transaction cannot wait for a script: it uses the code if loaded; until then versions are written whole. */
export const versionRuns = lazyModule(
  () => import("./version-runs.ts"),
  ({ VERSION_RUNS }) => VERSION_RUNS,
);

/** Reader of a large library's newest rows; if it is not loaded, the whole index is read. */
export const firstRows = lazyModule(
  () => import("./first-rows.ts"),
  ({ readFirstRows }) => readFirstRows,
);
