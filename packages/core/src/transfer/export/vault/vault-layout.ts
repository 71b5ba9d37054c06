/**
 * Assigns paths in a vault: folders as folders, one file per note named after its title, and one assets folder without duplicate files.
 * Names are unique regardless of case and valid on every file system. Stateful: remembers the assigned names.
 */

import type { NoteFile, TransferNote } from "../../exchange/transfer-note.ts";
import type { VaultPaths } from "./vault-markdown.ts";
import { createVaultNames, vaultName } from "./vault-names.ts";

const ASSETS_FOLDER = "assets";

export type VaultLayout = VaultPaths & {
  /** Must be called for every note before links are written. */
  addNote(note: Pick<TransferNote, "key" | "title" | "folder">): string;
  pathOf(key: string): string | undefined;
  /** Returns the path of a file, and whether it is new. */
  addFile(file: NoteFile): { readonly path: string; readonly isNew: boolean };
};

/** `taken`: paths that a note must not get. */
export function createVaultLayout(extension: string, taken: readonly string[] = []): VaultLayout {
  const give = createVaultNames(taken);
  const paths = new Map<string, string>();
  const uses = new Map<string, number>();
  const files = new Map<string, string>();
  const addFile = (file: NoteFile): { readonly path: string; readonly isNew: boolean } => {
    const key = `${file.sha256} ${file.name}`;
    const known = files.get(key);
    if (known !== undefined) return { path: known, isNew: false };
    const path = filePath(file, give);
    files.set(key, path);
    return { path, isNew: true };
  };
  return {
    addNote({ key, title, folder }) {
      const parts = folder.map((name) => vaultName(name, "Untitled"));
      const path = give(parts.join("/"), vaultName(title, "Untitled"), extension);
      paths.set(key, path);
      const name = nameIn(path, extension).toLowerCase();
      uses.set(name, (uses.get(name) ?? 0) + 1);
      return path;
    },
    pathOf: (key) => paths.get(key),
    addFile,
    noteName(key) {
      const path = paths.get(key);
      if (path === undefined) return undefined;
      const name = nameIn(path, extension);
      return uses.get(name.toLowerCase()) === 1 ? name : path.slice(0, -extension.length);
    },
    fileName: (file) => addFile(file).path,
  };
}

function nameIn(path: string, extension: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -extension.length);
}

function filePath(file: NoteFile, give: ReturnType<typeof createVaultNames>): string {
  const end = /\.[A-Za-z0-9]{1,12}$/.exec(file.name)?.[0] ?? "";
  const name = vaultName(file.name.slice(0, file.name.length - end.length), "file");
  return give(ASSETS_FOLDER, name, end);
}
