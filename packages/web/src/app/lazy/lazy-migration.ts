/** Changing plan or storage: few are under way, and its code comes when one is, or when somebody asks for one. Part of account-services.ts. */

import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Network } from "@satchel/core/ports/environment.ts";
import type { Preferences } from "@satchel/core/ports/preferences.ts";
import type { MoveService, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import type { MovingParts } from "../composition/compose-migration.ts";
import { type HashMd5, loadMd5 } from "./lazy-md5.ts";
import { lateService } from "./lazy-service.ts";

type Composer = { readonly composeMoving: (parts: MovingParts) => MoveService };
type Deps = { readonly preferences: Preferences; readonly network: Pick<Network, "onChange"> };

export function createLateMoving(
  parts: Omit<MovingParts, "md5">,
  { preferences, network }: Deps,
  load: () => Promise<Composer> = () => import("../composition/compose-migration.ts"),
): MoveService {
  const fetch = () => Promise.all([load(), loadMd5()]);
  const { store, ask } = lateService<MoveState, [Composer, HashMd5], MoveService>({ kind: "none" }, fetch, ([{ composeMoving }, md5]) =>
    composeMoving({ ...parts, md5 }),
  );
  const resume = async (): Promise<void> => {
    if (preferences.read(LOCAL_KEYS.planMove) !== undefined) await ask((moving) => moving.resume(), undefined);
  };
  network.onChange((isOnline) => isOnline && void resume());
  return {
    store,
    resume,
    change: (plan) => ask((moving) => moving.change(plan), "unreachable"),
    cancel: () => ask((moving) => moving.cancel(), undefined),
    look: () => ask((moving) => moving.look(), undefined),
  };
}
