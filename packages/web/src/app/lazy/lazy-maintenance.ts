/** Looking through the drive for broken files, whose code comes when somebody does. */

import { failed } from "@satchel/core/model/result.ts";
import type { MaintenanceDeps } from "@satchel/core/transfer/maintenance/maintenance-service.ts";
import type { MaintenanceService, MaintenanceState } from "@satchel/core/transfer/maintenance/maintenance-service-types.ts";
import { lazyService } from "./lazy-service.ts";

type Maker = { readonly createMaintenanceService: (deps: MaintenanceDeps) => MaintenanceService };

const UNKNOWN: MaintenanceState = { scan: undefined, work: undefined, moved: [] };
const OUT_OF_REACH = failed({ kind: "offline" } as const);

export function createLazyMaintenance(
  deps: MaintenanceDeps,
  load: () => Promise<Maker> = () => import("@satchel/core/transfer/maintenance/maintenance-service.ts"),
): MaintenanceService {
  const { store, ask, runIfLoaded, close } = lazyService<MaintenanceState, Maker, MaintenanceService>(UNKNOWN, load, (made) =>
    made.createMaintenanceService(deps),
  );
  return {
    store,
    scan: () => ask((maintenance) => maintenance.scan(), OUT_OF_REACH),
    cleanUp: (target) => ask((maintenance) => maintenance.cleanUp(target), OUT_OF_REACH),
    bringBack: () => ask((maintenance) => maintenance.bringBack(), OUT_OF_REACH),
    cancel: () => void runIfLoaded((maintenance) => maintenance.cancel()),
    close: () => close((maintenance) => maintenance.close()),
  };
}
