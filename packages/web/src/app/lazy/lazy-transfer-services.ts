/** Backup and restore, imports, and moving local notes into an account: loaded on request. */
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { lazyMethods, lazyService } from "@satchel/core/model/lazy/lazy-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { BackupService, BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { ImportService, ImportState } from "@satchel/core/transfer/import/import-service-types.ts";
import type { OpenedUpgrade } from "@satchel/core/transfer/upgrade/upgrade-service.ts";
import type { UpgradeState } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import type { BackupParts, ImportParts, UpgradeParts } from "./on-demand/compose-transfer.ts";

type Work = "backup" | "restore";
type Run = (backup: BackupService) => Promise<void>;
type BackupComposer = { readonly composeBackup: (parts: BackupParts) => BackupService };

const NOTHING = { notes: 0, folders: 0, attachments: 0 } as const;
const BEGUN = {
  backup: { kind: "writing", done: 0, total: 0 },
  restore: { kind: "restoring", step: "validating", percent: 0 },
} as const satisfies Record<Work, BackupState>;

export function createLazyBackup(
  parts: BackupParts,
  load: () => Promise<BackupComposer> = () => import("./on-demand/compose-transfer.ts"),
): BackupService {
  const { store, ask, runIfLoaded } = lazyService<BackupState, BackupComposer, BackupService>({ kind: "idle" }, load, ({ composeBackup }) =>
    composeBackup(parts),
  );
  /** Request that waits for the code: it is shown as started, and can be canceled. */
  let waiting: symbol | undefined;
  const work = async (name: Work, run: Run): Promise<void> => {
    if (waiting !== undefined) return;
    if (runIfLoaded(() => undefined)) return ask(run, undefined);
    const asked = Symbol(name);
    waiting = asked;
    store.replace(BEGUN[name]);
    const isFetched = await ask(async (backup) => {
      if (waiting !== asked) return true;
      waiting = undefined;
      store.replace(BEGUN[name]);
      await run(backup);
      return true;
    }, false);
    if (isFetched || waiting !== asked) return;
    waiting = undefined;
    store.replace(
      name === "backup"
        ? { kind: "failed", work: name, problem: CODE_MISSING }
        : { kind: "failed", work: name, problem: CODE_MISSING, added: NOTHING },
    );
  };
  return {
    store,
    create: (...given) => work("backup", (backup) => backup.create(...given)),
    restore: (file, password) => work("restore", (backup) => backup.restore(file, password)),
    unlockLeft: (...given) => ask((backup) => backup.unlockLeft(...given), failed(CODE_MISSING)),
    cancel() {
      if (waiting === undefined) return void runIfLoaded((backup) => backup.cancel());
      waiting = undefined;
      store.replace({ kind: "idle" });
    },
    reset() {
      if (waiting === undefined && !runIfLoaded((backup) => backup.reset())) store.replace({ kind: "idle" });
    },
  };
}

type ImportComposer = { readonly composeImport: (parts: ImportParts) => ImportService };

export function createLazyImport(
  parts: ImportParts,
  load: () => Promise<ImportComposer> = () => import("./on-demand/compose-transfer.ts"),
): ImportService {
  const module = lazyService<ImportState, ImportComposer, ImportService>({ kind: "idle" }, load, ({ composeImport }) =>
    composeImport(parts),
  );
  const { store, ask, runIfLoaded } = module;
  return {
    ...lazyMethods(module, { look: undefined, readAgain: undefined, start: undefined, undo: undefined, discard: undefined }),
    store,
    async scan(...given) {
      store.replace({ kind: "scanning", notes: 0 });
      const isHere = await ask((service) => service.scan(...given).then(() => true), false);
      if (!isHere) store.replace({ kind: "failed", problem: CODE_MISSING, added: 0 });
    },
    cancel: () => void runIfLoaded((service) => service.cancel()),
    saveReport: () => void runIfLoaded((service) => service.saveReport()),
    reset() {
      if (!runIfLoaded((service) => service.reset())) store.replace({ kind: "idle" });
    },
    close: () => module.close((service) => service.close()),
  };
}

type UpgradeComposer = { readonly composeUpgrade: (parts: UpgradeParts) => OpenedUpgrade };

/** Loaded if local mode is on; retried with each sync cycle. */
export function createLazyUpgrade(
  parts: UpgradeParts,
  load: () => Promise<UpgradeComposer> = () => import("./on-demand/compose-transfer.ts"),
): OpenedUpgrade {
  const module = lazyService<UpgradeState, UpgradeComposer, OpenedUpgrade>({ kind: "none" }, load, ({ composeUpgrade }) =>
    composeUpgrade(parts),
  );
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || !parts.local.isOn()) return;
    isLooking = true;
    isLooking = await module.ask((upgrade) => upgrade.look().then(() => true), false);
    if (isLooking) stopTrying();
  };
  const stopTrying = parts.sync.subscribe((now, before) => now.phase !== before.phase && void look());
  return {
    ...lazyMethods(module, { begin: undefined, joinSensitive: failed(CODE_MISSING) }),
    store: module.store,
    look,
    close() {
      stopTrying();
      module.close((upgrade) => upgrade.close());
    },
  };
}
