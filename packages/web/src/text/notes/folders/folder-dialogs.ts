/** Text of dialogs and menus about folders, loaded with them. Spec A §2.13, A §5 "Folder creation". */
import type { FolderDraftProblem, FolderMoveReason } from "@satchel/core/library/folders/check-folder.ts";

export const foldersText = {
  createTitle: "Create folder",
  name: "Name",
  description: "Description",
  descriptionHint: "Optional",
  color: "Color",
  create: "Create Folder",
  editTitle: "Edit folder",
  edit: "Edit folder",
  export: "Export folder…",
  move: "Move to…",
  moveTitle: (name: string) => `Move "${name}" to`,
  topLevel: "Top level",
  createInside: "New folder inside…",
  createInsideTitle: (name: string) => `Create folder in "${name}"`,
  save: "Save",
  delete: "Delete Folder",
  deleteNotEmpty: "Delete Folder (not empty)",
  deleteTitle: "Delete folder",
  deleteMessage: (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  colors: ["Blue", "Green", "Orange", "Violet", "Pink", "Teal", "Yellow", "Red", "Indigo", "Slate"],
} as const;

export const folderProblemText = {
  "name-missing": "Folder name is required",
  "name-too-long": "Folder name must be less than 255 characters",
  "name-taken": "A folder with this name already exists. Choose another name.",
  "description-too-long": "Description must be less than 1000 characters",
} as const satisfies Record<FolderDraftProblem, string>;

/** Why a folder cannot be moved into another one. */
export const folderMoveText = {
  "folder-is-default": "Pinned and Sensitive stay at the top, without folders in them.",
  "folder-in-itself": "A folder can't be moved into itself.",
  "folder-too-deep": "Folders can be nested up to ten levels.",
  "folder-name-taken": "There is already a folder with this name. Rename one of them first.",
} as const satisfies Record<FolderMoveReason, string>;

export function isMoveReason(kind: string | undefined): kind is FolderMoveReason {
  return kind !== undefined && kind in folderMoveText;
}
