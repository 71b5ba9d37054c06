/** Backup and restore, whose code comes when somebody wants one. */

import { CODE_MISSING } from "@satchel/core/model/lazy-rule.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { BackupService, BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import type { BackupParts } from "../composition/compose-backup.ts";
import { lazyService } from "./lazy-service.ts";

type Work = "backup" | "restore";
type Run = (backup: BackupService) => Promise<void>;
type Composer = { readonly composeBackup: (parts: BackupParts) => BackupService };

const NOTHING = { notes: 0, folders: 0, attachments: 0 } as const;
const BEGUN = {
  backup: { kind: "writing", done: 0, total: 0 },
  restore: { kind: "restoring", step: "validating", percent: 0 },
} as const satisfies Record<Work, BackupState>;

export function createLazyBackup(
  parts: BackupParts,
  load: () => Promise<Composer> = () => import("../composition/compose-backup.ts"),
): BackupService {
  const { store, ask, runIfLoaded } = lazyService<BackupState, Composer, BackupService>({ kind: "idle" }, load, ({ composeBackup }) =>
    composeBackup(parts),
  );
  /** What was asked for while the code is on its way: it shows as begun, and can be called off. */
  let waiting: symbol | undefined;
  const begin = async (asked: symbol, name: Work, backup: BackupService, run: Run): Promise<boolean> => {
    if (waiting !== asked) return true;
    waiting = undefined;
    store.replace(BEGUN[name]);
    await run(backup);
    return true;
  };
  const work = async (name: Work, run: Run): Promise<void> => {
    if (waiting !== undefined) return;
    if (runIfLoaded(() => undefined)) return ask(run, undefined);
    const asked = Symbol(name);
    waiting = asked;
    store.replace(BEGUN[name]);
    const isFetched = await ask((backup) => begin(asked, name, backup, run), false);
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
    create: (password) => work("backup", (backup) => backup.create(password)),
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
