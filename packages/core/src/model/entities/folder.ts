/** Folders as the user sees them. Spec A §3 "Folder", B §3. */
export type FolderType = "PINNED" | "SENSITIVE" | "CUSTOM";

export type Folder = {
  readonly folderId: string;
  readonly name: string;
  readonly description: string;
  /** CSS color `#RRGGBB`. */
  readonly color: string;
  readonly folderType: FolderType;
  readonly isDefault: boolean;
  readonly displayOrder: number;
  readonly createdAt: number;
  readonly lastModified: number;
};
