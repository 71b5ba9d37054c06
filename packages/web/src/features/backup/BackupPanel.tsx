/** Backup and Restore: writes a file of everything, and adds missing items from one. Spec B §2 "Backup and Restore". */

import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import type { BackupService, BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { useEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { backupText } from "../../text/transfer/backup.ts";
import { useOpenPanel } from "./BackupNotice.tsx";
import css from "./backup.module.css";
import { CreateBackup } from "./CreateBackup.tsx";
import { DeviceStorage } from "./DeviceStorage.tsx";
import { ExportLocal } from "./ExportLocal.tsx";
import { RestoreBackup } from "./RestoreBackup.tsx";

export function BackupPanel({ onDone }: { readonly onDone: () => void }) {
  const { backup } = useLibrary();
  const state = useStore(backup.store, (each) => each);
  useOpenPanel();
  useEffect(() => () => leave(backup), [backup]);
  useRestored(state, onDone);
  const isReading = state.kind === "restoring" || state.kind === "sealed" || state.kind === "restored";
  return (
    <div className={css.panel}>
      {!isReading && <CreateBackup state={state} />}
      {state.kind !== "writing" && <RestoreBackup state={state} />}
      <ExportLocal />
      <DeviceStorage />
      <Section title={backupText.important}>
        <ul className={css.information}>
          {backupText.information.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

/** Resets a finished state for the next visit; work in progress continues above the notes. */
function leave(backup: BackupService): void {
  const { kind } = backup.store.getState();
  if (kind !== "writing" && kind !== "restoring") backup.reset();
}

/** A complete restore is reported in a toast; if notes stayed behind, the panel shows that until it is read. */
function useRestored(state: BackupState, onDone: () => void): void {
  const { status } = useServices();
  useEffect(() => {
    if (state.kind !== "restored" || state.result.locked + state.result.damage.length > 0) return;
    status.show({ id: "backup-restored", result: state.result });
    const timer = setTimeout(onDone, BACKUP.closeAfterMs);
    return () => clearTimeout(timer);
  }, [state, status, onDone]);
}
