/** Button for a backup before data is deleted here, and its result. Decision 0005. */
import { useEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { backupDone, backupFailed, backupText } from "../../text/transfer/backup.ts";

export function BackupFirst() {
  const { backup } = useLibrary();
  const isWriting = useStore(backup.store, ({ kind }) => kind === "writing");
  useEffect(
    () => () => {
      backup.cancel();
      backup.reset();
    },
    [backup],
  );
  return <Button label={backupText.create} busy={isWriting} onPress={() => void backup.create(undefined)} />;
}

export function BackupFirstMessage() {
  const { backup } = useLibrary();
  const state = useStore(backup.store, (each) => each);
  if (state.kind === "written") return <p role="status">{backupDone(state.fileName, state.totals)}</p>;
  if (state.kind === "failed" && state.work === "backup") return <p role="alert">{backupFailed(state.problem)}</p>;
  return null;
}
