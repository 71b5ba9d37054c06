/** The notices of the open library, alive as long as its screens are. */
import { createNoteNotices, type NoteNotices } from "@satchel/core/status/note-notices-service.ts";
import { useEffect, useMemo } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";

export function useNoteNotices(): NoteNotices {
  const { status, device, connection } = useServices();
  const { notes, kind } = useLibrary();
  const notices = useMemo(
    () =>
      createNoteNotices({
        notes,
        status,
        isOnline: () => device.getState().isOnline,
        isExpired: () => connection.store.getState().kind === "expired",
        isLocal: kind === "local",
      }),
    [notes, status, device, connection, kind],
  );
  useEffect(() => notices.stop, [notices]);
  return notices;
}
