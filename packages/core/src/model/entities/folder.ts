/** Folders as the user sees them, and the names under which they are stored. Spec A §3 "Folder", B §3, decision 0051. */
import { FOLDER } from "../limits/limits.ts";

export type FolderType = "PINNED" | "SENSITIVE" | "CUSTOM";

/** `path`: names of the folder's parents, each followed by a separator. The record's `name` begins with it. Decision 0051. */
export type FolderParent = { readonly id: string; readonly path: string };

export type Folder = {
  readonly folderId: string;
  /** Own name, without those of its parents. */
  readonly name: string;
  /** Absent at the top of the tree. */
  readonly parent?: FolderParent;
  readonly description: string;
  /** CSS color `#RRGGBB`. */
  readonly color: string;
  readonly folderType: FolderType;
  readonly isDefault: boolean;
  readonly displayOrder: number;
  /** Id of the note that new notes start from; absent if none. It may be gone. */
  readonly templateId?: string;
  readonly createdAt: number;
  readonly lastModified: number;
};

/** Separates the names of a stored path, and of a path on screen. */
export const PATH_SEPARATOR = " / ";

type StoredName = { readonly name: string; readonly parent?: FolderParent };

/** Returns the name without the path before it. An earlier version of the app may have replaced the whole name. */
export function ownName({ name, parent }: StoredName): string {
  const path = parent?.path ?? "";
  return name.length > path.length && name.startsWith(path) ? name.slice(path.length) : name;
}

/** Returns the stored fields of a folder with this own name. The path is left out if it is too long for a name. */
export function storedName(own: string, parent: FolderParent | undefined): StoredName {
  if (parent === undefined) return { name: own };
  const path = parent.path.length + own.length > FOLDER.pathMaxChars ? "" : parent.path;
  return { name: `${path}${own}`, parent: { id: parent.id, path } };
}

/** Names of the folder's parents and its own. Expects a shown folder, whose `name` has no path. */
export function folderPath({ name, parent }: Pick<Folder, "name" | "parent">): string {
  return `${parent?.path ?? ""}${name}`;
}

/** `name`: path of the parent. */
export function asParent({ id, name }: { readonly id: string; readonly name: string }): FolderParent {
  return { id, path: `${name}${PATH_SEPARATOR}` };
}
