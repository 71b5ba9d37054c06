/** Text about folders. Spec A §2.13, A §5 "Folder creation". */
import type { FolderDraftProblem } from "@satchel/core/library/folders/check-folder.ts";

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
  save: "Save",
  menu: "Folder",
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
