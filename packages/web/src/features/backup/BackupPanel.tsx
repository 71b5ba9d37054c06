/** Backup and Restore: makes a file of everything, and adds what is missing from one. Spec B §2 "Backup and Restore". */
import { useEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { backupText } from "../../text/backup.ts";
import css from "./backup.module.css";
import { CreateBackup } from "./CreateBackup.tsx";
import { RestoreBackup } from "./RestoreBackup.tsx";

export function BackupPanel() {
  const { backup } = useLibrary();
  const state = useStore(backup.store, (each) => each);
  useEffect(() => () => backup.reset(), [backup]);
  const isWriting = state.kind === "writing" || state.kind === "written" || (state.kind === "failed" && state.work === "backup");
  const isReading = state.kind !== "idle" && !isWriting;
  return (
    <div className={css.panel}>
      {!isReading && <CreateBackup state={state} />}
      {!isWriting && <RestoreBackup state={state} />}
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
