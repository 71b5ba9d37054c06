/** Validates the user's input for a folder. Pure. Spec A §5 "Folder creation". */

import type { Folder } from "../../model/entities/folder.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { normalisedName } from "./folder-hygiene.ts";

export type FolderValues = { readonly name: string; readonly description: string; readonly color: string };
export type FolderDraftProblem = "name-missing" | "name-too-long" | "name-taken" | "description-too-long";

/** `others`: folders beside it. Equal names are rejected, because folder-hygiene.ts would merge such folders. */
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

export function checkDeletable(folder: Pick<Folder, "isDefault" | "folderType">, noteCount: number): KeptFolderReason | undefined {
  if (folder.isDefault || folder.folderType !== "CUSTOM") return "folder-is-default";
  return noteCount > 0 ? "folder-not-empty" : undefined;
}

/** Problems of changing or deleting a folder. */
export type FolderProblem = StoreProblem | { readonly kind: "not-found" } | { readonly kind: KeptFolderReason };
