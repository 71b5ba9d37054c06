/** Validates the user's input for a folder. Pure. Spec A §5 "Folder creation". */

import type { Folder } from "../../model/entities/folder.ts";
import type { CodeMissing } from "../../model/lazy/lazy-module.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { normalisedName } from "./folder-hygiene.ts";
import { folderChain, folderIdsBelow, levelsBelow } from "./folder-tree.ts";

export type FolderValues = { readonly name: string; readonly description: string; readonly color: string };
export type FolderDraftProblem = "name-missing" | "name-too-long" | "name-taken" | "description-too-long";

/** `others`: folders beside it, with the same parent. Equal names are rejected, because folder-hygiene.ts would merge such folders. */
export function checkFolder(
  { name, description }: FolderValues,
  others: readonly Pick<FolderValues, "name">[],
): {
  readonly name?: FolderDraftProblem;
  readonly description?: FolderDraftProblem;
} {
  const nameProblem = checkName(name.trim(), others);
  return {
    ...(nameProblem === undefined ? {} : { name: nameProblem }),
    ...([...description].length > FOLDER.descriptionMaxChars ? { description: "description-too-long" as const } : {}),
  };
}

function checkName(name: string, others: readonly Pick<FolderValues, "name">[]): FolderDraftProblem | undefined {
  if (name === "") return "name-missing";
  if ([...name].length > FOLDER.nameMaxChars) return "name-too-long";
  return others.some((other) => normalisedName(other.name) === normalisedName(name)) ? "name-taken" : undefined;
}

/** Reasons why a folder cannot be deleted: only empty custom folders can. Spec A §5 "A folder may be deleted". Pure. */
export type KeptFolderReason = "folder-is-default" | "folder-not-empty";

export function checkDeletable(folder: Pick<Folder, "isDefault" | "folderType">, contentCount: number): KeptFolderReason | undefined {
  if (folder.isDefault || folder.folderType !== "CUSTOM") return "folder-is-default";
  return contentCount > 0 ? "folder-not-empty" : undefined;
}

/** Reasons why a folder cannot be moved into another one. Decision 0051. */
export type FolderMoveReason = "folder-is-default" | "folder-in-itself" | "folder-too-deep" | "folder-name-taken";

/** `parentId`: null for the top. Returns undefined for a possible move, also for one to where the folder is. */
export function checkFolderMove(folders: readonly Folder[], folderId: string, parentId: string | null): FolderMoveReason | undefined {
  const folder = folders.find((one) => one.folderId === folderId);
  const parent = folders.find((one) => one.folderId === parentId);
  if (folder?.folderType !== "CUSTOM" || (parent !== undefined && parent.folderType !== "CUSTOM")) return "folder-is-default";
  if (parent !== undefined && folderIdsBelow(folders, folderId).has(parent.folderId)) return "folder-in-itself";
  if (folderChain(folders, parentId).length + levelsBelow(folders, folderId) > FOLDER.maxLevels) return "folder-too-deep";
  const siblings = siblingsIn(folders, parentId).filter((one) => one.folderId !== folderId);
  return checkFolder(folder, siblings).name === "name-taken" ? "folder-name-taken" : undefined;
}

/** Folders with this parent; null for the top. */
export function siblingsIn(folders: readonly Folder[], parentId: string | null): readonly Folder[] {
  return folders.filter(({ parent }) => (parent?.id ?? null) === parentId);
}

/** Problems of changing, moving or deleting a folder. */
export type FolderProblem = StoreProblem | CodeMissing | { readonly kind: "not-found" | KeptFolderReason | FolderMoveReason };
