/** Changing plan or storage: few are under way, and its code comes when one is, or when somebody asks for one. Part of account-services.ts. */

import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Network } from "@satchel/core/ports/environment.ts";
import type { Preferences } from "@satchel/core/ports/preferences.ts";
import type { MoveService, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import type { MigrationParts } from "../composition/compose-migration.ts";
import { type HashMd5, loadMd5 } from "./lazy-md5.ts";
import { lazyService } from "./lazy-service.ts";

type Composer = { readonly composeMigration: (parts: MigrationParts) => MoveService };
type Deps = { readonly preferences: Preferences; readonly network: Pick<Network, "onChange"> };

export function createLazyMigration(
  parts: Omit<MigrationParts, "md5">,
  { preferences, network }: Deps,
  load: () => Promise<Composer> = () => import("../composition/compose-migration.ts"),
): MoveService {
  const fetch = () => Promise.all([load(), loadMd5()]);
  const { store, ask } = lazyService<MoveState, [Composer, HashMd5], MoveService>({ kind: "none" }, fetch, ([{ composeMigration }, md5]) =>
    composeMigration({ ...parts, md5 }),
  );
  const resume = async (): Promise<void> => {
    if (preferences.read(LOCAL_KEYS.planMove) !== undefined) await ask((migration) => migration.resume(), undefined);
  };
  network.onChange((isOnline) => isOnline && void resume());
  return {
    store,
    resume,
    change: (plan) => ask((migration) => migration.change(plan), "unreachable"),
    cancel: () => ask((migration) => migration.cancel(), undefined),
    look: () => ask((migration) => migration.look(), undefined),
  };
}
