/** Mending a broken database comes late. Once a library is open its code is fetched: what the page holds then must not wait for a network. */
import type { Result } from "@satchel/core/model/result.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import { fetchWithRetry } from "../../adapters/browser/fetch-with-retry.ts";
import type { LibraryProblem } from "../../shared/services.ts";
import type { Repair, RepairDeps } from "../composition/repair-cache.ts";
import { NOT_LOADED, withCode } from "./lazy-code.ts";

type Code = Pick<typeof import("../composition/repair-cache.ts"), "repairCache">;
type Outcome = Promise<Result<Repair, LibraryProblem>>;

export const fetchRepair = (): Promise<Code> => fetchWithRetry(() => import("../composition/repair-cache.ts"), browserTimers);

export function repairLazily(deps: RepairDeps, load: () => Promise<Code> = fetchRepair): Outcome {
  return withCode<Code, Result<Repair, LibraryProblem>>(load, ({ repairCache }) => repairCache(deps), NOT_LOADED);
}
