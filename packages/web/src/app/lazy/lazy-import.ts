/** Imports, whose code comes when the user wants one. */
import { CODE_MISSING } from "@satchel/core/model/lazy-rule.ts";
import type { ImportService, ImportState } from "@satchel/core/transfer/import/import-service-types.ts";
import type { ImportParts } from "../composition/compose-import.ts";
import { lazyService } from "./lazy-service.ts";

type Composer = { readonly composeImport: (parts: ImportParts) => ImportService };

export function createLazyImport(
  parts: ImportParts,
  load: () => Promise<Composer> = () => import("../composition/compose-import.ts"),
): ImportService {
  const { store, ask, runIfLoaded } = lazyService<ImportState, Composer, ImportService>({ kind: "idle" }, load, ({ composeImport }) =>
    composeImport(parts),
  );
  return {
    store,
    async scan(...given) {
      store.replace({ kind: "scanning", notes: 0 });
      const isHere = await ask((service) => service.scan(...given).then(() => true), false);
      if (!isHere) store.replace({ kind: "failed", problem: CODE_MISSING, added: 0 });
    },
    start: (choice) => ask((service) => service.start(choice), undefined),
    cancel: () => void runIfLoaded((service) => service.cancel()),
    undo: () => ask((service) => service.undo(), undefined),
    saveReport: () => void runIfLoaded((service) => service.saveReport()),
    reset() {
      if (!runIfLoaded((service) => service.reset())) store.replace({ kind: "idle" });
    },
  };
}
