/** Which changes of folders are possible, for those that show or delete them. Input and moves: check-folder-change.ts. Pure. */

import type { Folder } from "../../model/entities/folder.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";

export type FolderValues = { readonly name: string; readonly description: string; readonly color: string };
export type FolderDraftProblem = "name-missing" | "name-too-long" | "name-taken" | "description-too-long";

/** Reasons why a folder cannot be deleted: only empty custom folders can. Spec A §5 "A folder may be deleted". Pure. */
export type KeptFolderReason = "folder-is-default" | "folder-not-empty";

export function checkDeletable(folder: Pick<Folder, "isDefault" | "folderType">, contentCount: number): KeptFolderReason | undefined {
  if (folder.isDefault || folder.folderType !== "CUSTOM") return "folder-is-default";
  return contentCount > 0 ? "folder-not-empty" : undefined;
}

/** Reasons why a folder cannot be moved into another one. Decision 0051. */
export type FolderMoveReason = "folder-is-default" | "folder-in-itself" | "folder-too-deep" | "folder-name-taken";

/** Folders with this parent; null for the top. */
export function siblingsIn(folders: readonly Folder[], parentId: string | null): readonly Folder[] {
  return folders.filter(({ parent }) => (parent?.id ?? null) === parentId);
}

/** Problems of changing, moving or deleting a folder. */
export type FolderProblem = StoreProblem | CodeMissing | { readonly kind: "not-found" | KeptFolderReason | FolderMoveReason };
