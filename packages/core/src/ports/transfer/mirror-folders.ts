/** Port: the folder that the mirror writes to. Implemented by web/adapters/mirror (File System Access, IndexedDB). */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";

export type MirrorProblem =
  | { readonly kind: "permission-lost" }
  | { readonly kind: "folder-gone" }
  | { readonly kind: "disk-full" }
  | { readonly kind: "cannot-write"; readonly detail: string };

/** File metadata that shows whether another program changed the file. */
export type FileMark = { readonly sizeBytes: number; readonly modifiedMs: number };

export interface MirrorFolder {
  readonly name: string;
  /** Returns undefined if the file does not exist. */
  mark(path: string): Promise<Result<FileMark | undefined, MirrorProblem>>;
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Result<FileMark, MirrorProblem>>;
  /** Removes the file, and folders that become empty. */
  remove(path: string): Promise<Result<void, MirrorProblem>>;
}

/** A file that the mirror wrote. Without a mark its write was interrupted, and the file belongs to the mirror whatever its content. */
export type MirroredFile = { readonly path: string; readonly mark?: FileMark };
/** `wanted`: the name without a number. `stamp`: hash of the file's content. `assets`: their keys. */
export type MirroredNote = MirroredFile & { readonly wanted: string; readonly stamp: string; readonly assets: readonly string[] };

export type MirrorManifest = { readonly notes: ReadonlyMap<string, MirroredNote>; readonly assets: ReadonlyMap<string, MirroredFile> };

export type MirrorAccess =
  | { readonly kind: "none" }
  | { readonly kind: "needs-permission"; readonly name: string }
  | { readonly kind: "ready"; readonly folder: MirrorFolder };

export interface MirrorFolders {
  /** True if this browser lets a page write to a folder. */
  readonly isSupported: boolean;
  /** Asks the user for a folder; `none` if they cancel. Forgets the previous folder's state. */
  choose(): Promise<MirrorAccess>;
  /** Opens the folder of the last session. */
  open(): Promise<MirrorAccess>;
  /** Asks the user for permission again. */
  allow(): Promise<MirrorAccess>;
  forget(): Promise<void>;
  loadManifest(): Promise<Result<MirrorManifest, StoreProblem>>;
  saveManifest(manifest: MirrorManifest): Promise<Result<void, StoreProblem>>;
}
