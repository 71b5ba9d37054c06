/** Local mode's notes on their way into an account: its code comes where local mode is on, and is tried again with each turn of sync. */

import { CODE_MISSING } from "@satchel/core/model/lazy-rule.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { OpenedUpgrade } from "@satchel/core/transfer/upgrade/upgrade-service.ts";
import type { UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { UpgradeParts } from "../composition/compose-upgrade.ts";
import { lazyService } from "./lazy-service.ts";

type Composer = { readonly composeUpgrade: (parts: UpgradeParts) => OpenedUpgrade };

export function createLazyUpgrade(
  parts: UpgradeParts,
  load: () => Promise<Composer> = () => import("../composition/compose-upgrade.ts"),
): OpenedUpgrade {
  const { store, ask, close } = lazyService<UpgradeState, Composer, OpenedUpgrade>({ kind: "none" }, load, ({ composeUpgrade }) =>
    composeUpgrade(parts),
  );
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || !parts.local.isOn()) return;
    isLooking = true;
    isLooking = await ask((upgrade) => upgrade.look().then(() => true), false);
    if (isLooking) stopTrying();
  };
  const stopTrying = parts.sync.subscribe((now, before) => now.phase !== before.phase && void look());
  return {
    store,
    look,
    begin: () => ask((upgrade) => upgrade.begin(), undefined),
    joinSensitive: (...given) => ask((upgrade) => upgrade.joinSensitive(...given), failed(CODE_MISSING)),
    close() {
      stopTrying();
      close((upgrade) => upgrade.close());
    },
  };
}
