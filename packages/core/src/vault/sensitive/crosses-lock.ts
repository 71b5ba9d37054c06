/** Whether a move takes notes into the Sensitive folder or out of it, which its password has to confirm. Pure. Spec A §5 "Note-move password modal". */
import type { Folder } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";

export function crossesLock(
  notes: readonly Pick<NoteSummary, "folderId" | "isEncrypted">[],
  folderId: string | null,
  folders: readonly Pick<Folder, "folderId" | "folderType">[],
): "in" | "out" | undefined {
  const goesIn = folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE");
  if (goesIn) return notes.some((note) => note.folderId !== folderId) ? "in" : undefined;
  return notes.some((note) => note.isEncrypted) ? "out" : undefined;
}
