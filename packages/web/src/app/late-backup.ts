/** Backup and restore, whose code comes when somebody wants one. */
import type { BackupService, BackupState } from "@satchel/core/backup/backup-service-types.ts";
import { CODE_MISSING } from "@satchel/core/late-rule.ts";
import { failed } from "@satchel/core/result.ts";
import type { BackupParts } from "./compose-backup.ts";
import { lateService } from "./late-service.ts";

type Composer = { readonly composeBackup: (parts: BackupParts) => BackupService };

export function createLateBackup(parts: BackupParts, load: () => Promise<Composer> = () => import("./compose-backup.ts")): BackupService {
  const { store, ask, tell } = lateService<BackupState, Composer, BackupService>({ kind: "idle" }, load, ({ composeBackup }) =>
    composeBackup(parts),
  );
  /** Whoever asked sees that nothing came of it. */
  const work = async (name: "backup" | "restore", run: (backup: BackupService) => Promise<void>): Promise<void> => {
    const isDone = await ask((backup) => run(backup).then(() => true), false);
    if (!isDone) store.replace({ kind: "failed", work: name, problem: CODE_MISSING });
  };
  return {
    store,
    create: (password) => work("backup", (backup) => backup.create(password)),
    restore: (file, password) => work("restore", (backup) => backup.restore(file, password)),
    unlockLeft: (...given) => ask((backup) => backup.unlockLeft(...given), failed(CODE_MISSING)),
    cancel: () => void tell((backup) => backup.cancel()),
    reset() {
      if (!tell((backup) => backup.reset())) store.replace({ kind: "idle" });
    },
  };
}
