/** The notices of the open library, alive as long as its screens are. */
import { decideWay } from "@satchel/core/connection/link.ts";
import { createNoteNotices, type NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import { useEffect, useMemo } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";

export function useNoteNotices(): NoteNotices {
  const { status, device, connection } = useServices();
  const { notes, sync, kind, onDeleteRefused } = useLibrary();
  const notices = useMemo(
    () =>
      createNoteNotices({
        notes,
        status,
        way: () => decideWay(connection.store.getState(), device.getState().isOnline, sync.store.getState().phase === "off"),
        syncProblem: () => sync.store.getState().problem?.kind,
        isLocal: kind === "local",
      }),
    [notes, status, device, connection, sync, kind],
  );
  useEffect(() => notices.stop, [notices]);
  useEffect(
    () =>
      notes.onDefaultFolders((made) => {
        if (!made.ok) status.show({ id: "folder-problem", action: "defaults", isLocal: kind === "local" });
        else if (made.value > 0) status.show({ id: "default-folders-created" });
      }),
    [notes, status, kind],
  );
  useEffect(
    () =>
      onDeleteRefused(({ noteId, restored }) =>
        status.show({ id: restored ? "note-delete-refused" : "note-restore-failed" }, { subject: noteId }),
      ),
    [onDeleteRefused, status],
  );
  return notices;
}
