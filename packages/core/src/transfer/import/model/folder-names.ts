/** Names and order of the folders that an import makes. Pure. */
import { folderNameOf } from "../../exchange/to-backup-note.ts";
import type { TransferNote } from "../../exchange/transfer-note.ts";

export type InFolder = Pick<TransferNote, "folder" | "isArchived">;

export type FolderNames = {
  nameOf(note: InFolder): string | undefined;
  /** Position of a folder among all of the source, which programs and file managers list by name. */
  positionOf(name: string): number;
};

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** `notes`: all notes of the source. An export often has one folder around everything; its name is left out. */
export function nameFolders(notes: readonly InFolder[]): FolderNames {
  const root = commonRoot(notes.map(({ folder }) => folder));
  const nameOf = ({ folder, isArchived }: InFolder) => folderNameOf({ folder: folder.slice(root), isArchived, isTrashed: false });
  const names = [...new Set(notes.flatMap((note) => nameOf(note) ?? []))].sort(COLLATOR.compare);
  const positions = new Map(names.map((name, at) => [name, at] as const));
  return { nameOf, positionOf: (name) => positions.get(name) ?? names.length };
}

/** Number of folders that all notes are in, if some notes are in a folder below; otherwise the notes would lose their only folder. */
function commonRoot(folders: readonly (readonly string[])[]): number {
  const [first] = folders;
  if (first === undefined) return 0;
  const shared = folders.reduce((length, folder) => sharedLength(first, folder, length), first.length);
  return folders.some((folder) => folder.length > shared) ? shared : 0;
}

function sharedLength(a: readonly string[], b: readonly string[], maxLength: number): number {
  let length = 0;
  while (length < maxLength && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
