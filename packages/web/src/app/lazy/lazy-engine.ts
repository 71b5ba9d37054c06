/**
 * What syncs and what speaks to the drive: fetched after the list, when the first cycle wants it. Until it could be fetched the drive is out of
 * reach: what is written stays here and is sent later, and the next cycle tries again.
 */

import { CODE_MISSING } from "@satchel/core/model/lazy-rule.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { Codec } from "@satchel/core/ports/codec.ts";
import type { SyncEngine } from "@satchel/core/sync/sync-service-types.ts";
import type { FetchDrive } from "../../adapters/drive/drive-access.ts";
import { type HashMd5, loadMd5 } from "./lazy-md5.ts";
import { lazyModule } from "./lazy-service.ts";

type Engine = { readonly createSyncEngine: (codec: Codec) => SyncEngine };

const fetchEngine = (): Promise<Engine> => import("../composition/compose-engine.ts");

export const fetchDrive: FetchDrive = () => import("../../adapters/drive/drive-connection.ts").catch(() => undefined);

export function createLazyEngine(
  codec: Omit<Codec, "md5">,
  load: () => Promise<Engine> = fetchEngine,
  loadHash: () => Promise<HashMd5> = loadMd5,
): SyncEngine {
  const { ask } = lazyModule(
    () => Promise.all([load(), loadHash()]),
    ([{ createSyncEngine }, md5]) => createSyncEngine({ ...codec, md5 }),
  );
  return {
    runCycle(means) {
      // The first thing that it does is to ask the drive.
      void fetchDrive();
      return ask((engine) => engine.runCycle(means), failed({ kind: "offline" }));
    },
    resolveRemovals: (...given) => ask((engine) => engine.resolveRemovals(...given), failed(CODE_MISSING)),
  };
}
