/** Mending a broken database comes late. Once a library is open its code is fetched: what the page holds then must not wait for a network. */
import type { Result } from "@satchel/core/result.ts";
import { browserTimers } from "../adapters/browser/environment.ts";
import { fetchPatiently } from "../adapters/browser/fetch-patiently.ts";
import type { LibraryProblem } from "../shared/services.ts";
import { NOT_LOADED, withCode } from "./late-code.ts";
import type { Repair, RepairDeps } from "./repair-cache.ts";

type Code = Pick<typeof import("./repair-cache.ts"), "repairCache">;
type Outcome = Promise<Result<Repair, LibraryProblem>>;

export const fetchRepair = (): Promise<Code> => fetchPatiently(() => import("./repair-cache.ts"), browserTimers);

export function repairLate(deps: RepairDeps, load: () => Promise<Code> = fetchRepair): Outcome {
  return withCode<Code, Result<Repair, LibraryProblem>>(load, ({ repairCache }) => repairCache(deps), NOT_LOADED);
}
