/**
 * What syncs and what speaks to the drive: fetched after the list, when the first cycle wants it. Until it could be fetched the drive is out of
 * reach: what is written stays here and is sent later, and the next cycle tries again.
 */
import { failed } from "@satchel/core/result.ts";
import type { SyncEngine } from "@satchel/core/sync/sync-service-types.ts";
import type { FetchDrive } from "../adapters/drive/drive-access.ts";
import { CODE_MISSING, withCode } from "./late-code.ts";

type Engine = { readonly syncEngine: SyncEngine };

const fetchEngine = (): Promise<Engine> => import("@satchel/core/sync/sync-engine.ts");

export const fetchDrive: FetchDrive = () => import("../adapters/drive/drive-connection.ts").catch(() => undefined);

export function createLateEngine(load: () => Promise<Engine> = fetchEngine): SyncEngine {
  return {
    runCycle(means) {
      // The first thing that it does is to ask the drive.
      void fetchDrive();
      return withCode(load, ({ syncEngine }) => syncEngine.runCycle(means), failed({ kind: "offline" }));
    },
    settleRemovals: (...given) => withCode(load, ({ syncEngine }) => syncEngine.settleRemovals(...given), failed(CODE_MISSING)),
  };
}
