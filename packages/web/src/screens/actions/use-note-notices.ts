/** Notices of the open library, which live as long as its screens. */
import { decideUploadAvailability } from "@satchel/core/connection/link.ts";
import { createNoteNotices, type NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import { findTab, type OpenTabs } from "@satchel/core/workspace/tabs/tab.ts";
import { useEffect, useMemo } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";

export function useNoteNotices(): NoteNotices {
  const { status, device, connection, account } = useServices();
  const { notes, sync, tabs, kind, onDeleteRefused, onUploadFailed } = useLibrary();
  const notices = useMemo(
    () =>
      createNoteNotices({
        notes,
        status,
        availability: () =>
          decideUploadAvailability(connection.store.getState(), device.getState().isOnline, sync.store.getState().phase === "off"),
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
  useEffect(() => onUploadFailed((what) => void status.show({ id: "not-uploaded", what })), [onUploadFailed, status]);
  // A 401 shows what it stopped, then leads to the sign-in page; the change stays on this device. Spec A §8.
  useEffect(
    () =>
      account.store.subscribe((now, before) => {
        if (before.kind !== "signed-in" || now.kind !== "signed-out" || now.reason === undefined) return;
        const action = notices.unsent() ?? writingOf(tabs.store.getState());
        if (action !== undefined) status.show({ id: "sign-in-needed", action });
      }),
    [account, notices, tabs, status],
  );
  return notices;
}

/** Kind of editor in the active tab, if it is one. */
function writingOf({ tabs, activeTabId }: OpenTabs): "edit" | "create" | undefined {
  const type = findTab(tabs, activeTabId)?.type;
  return type === "new" ? "create" : type === "edit" ? "edit" : undefined;
}
