/** Whether the shown folder is the locked Sensitive folder, and what to show instead of its notes. */
import { type ReactNode, Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { useLibrary } from "../../shared/services.ts";

const LockedFolder = lazyComponent(async () => (await import("../../features/sensitive/LockedFolder.tsx")).LockedFolder, "part");

export const fetchLockedFolder = LockedFolder.fetch;

/** A search covers all open folders, whichever is shown. */
export function useLockedFolder(): ReactNode {
  const { notes, workspace, search, sensitive } = useLibrary();
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const isSensitive = useStore(notes.store, ({ folders }) =>
    folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE"),
  );
  const isOpen = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const isSearching = useStore(search.store, ({ phase }) => phase !== "off");
  if (folderId === null || !isSensitive || isOpen || isSearching) return undefined;
  return (
    <Suspense>
      <LockedFolder folderId={folderId} />
    </Suspense>
  );
}
