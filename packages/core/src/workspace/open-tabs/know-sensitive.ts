/** Which tabs and drafts belong to the Sensitive folder, and whether it is locked. Remembers that for deleted notes. */
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import type { StoredDraft } from "../../ports/device/local-store.ts";
import type { SensitiveFolder } from "../../vault/sensitive/sensitive-service-types.ts";
import { lockedTab, type Tab } from "../tabs/tab.ts";

export type KnowsSensitive = ReturnType<typeof knowSensitive>;

/** `folder`: without it, tabs of sensitive notes stay locked. */
export function knowSensitive(notes: Pick<NotesService, "store">, folder: Pick<SensitiveFolder, "store"> | undefined) {
  const isIn = (noteId: string | null, folderId: string | null): boolean | undefined => {
    const { notesById, folders } = notes.store.getState();
    if (noteId !== null) return notesById.get(noteId)?.isEncrypted;
    return folders.some((each) => each.folderId === folderId && each.folderType === "SENSITIVE") || undefined;
  };
  const isSensitiveTab = (tab: Tab): boolean =>
    isIn(tab.type === "new" ? null : tab.noteId, tab.type === "new" ? tab.folderId : null) ?? tab.isSensitive === true;
  const isUnlocked = (): boolean => folder?.store.getState().kind === "unlocked";
  const mustHide = (tab: Tab): boolean => !isUnlocked() && isSensitiveTab(tab);
  return {
    isUnlocked,
    isSensitiveTab,
    isSensitiveDraft: ({ noteId, folderId, isSensitive }: StoredDraft): boolean => isIn(noteId, folderId) ?? isSensitive === true,
    mustHide,
    /** Returns the tab as the lock allows it to be shown. */
    withLockState(tab: Tab): Tab {
      if (mustHide(tab)) return lockedTab(tab);
      return isSensitiveTab(tab) ? { ...tab, isSensitive: true } : tab;
    },
  };
}
