/**
 * Validates the user's input for a folder, and its moves. Separate from check-folder.ts, because few sessions need it. Pure. Spec A §5
 * "Folder creation", decision 0051.
 */
import type { Folder } from "../../model/entities/folder.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import { type FolderDraftProblem, type FolderMoveReason, type FolderValues, siblingsIn } from "./check-folder.ts";
import { normalisedName } from "./folder-hygiene.ts";
import { folderIdsBelow, type InTree, levelsFrom } from "./folder-tree.ts";

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

/** The folder and its parents, the highest first; empty for an unknown folder. Takes a list of shown folders. */
export function folderChain<F extends InTree>(folders: readonly F[], folderId: string | null | undefined): readonly F[] {
  const chain: F[] = [];
  let at = folders.find((folder) => folder.folderId === folderId);
  while (at !== undefined && chain.length < FOLDER.maxLevels) {
    chain.unshift(at);
    const parentId: string | undefined = at.parent?.id;
    at = parentId === undefined ? undefined : folders.find((folder) => folder.folderId === parentId);
  }
  return chain;
}

/** Number of levels from the folder down to its deepest subfolder, including its own. */
function levelsBelow(folders: readonly InTree[], folderId: string): number {
  return [...levelsFrom(folders, folderId).values()].reduce((most, level) => Math.max(most, level));
}
