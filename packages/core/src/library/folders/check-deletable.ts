/** Whether a folder may go: only an empty one of the user's own. Spec A §5 "A folder may be deleted". Pure. */
import type { Folder } from "../../model/entities/folder.ts";

export type KeptFolderReason = "folder-is-default" | "folder-not-empty";

export function checkDeletable(folder: Pick<Folder, "isDefault" | "folderType">, noteCount: number): KeptFolderReason | undefined {
  if (folder.isDefault || folder.folderType !== "CUSTOM") return "folder-is-default";
  return noteCount > 0 ? "folder-not-empty" : undefined;
}
