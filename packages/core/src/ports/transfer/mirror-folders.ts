/** Port: the computer's folder of a mirror, by web/adapters/mirror (File System Access, IndexedDB). */
import type { Result } from "../../model/result.ts";
import type { StoreProblem } from "../device/local-store.ts";

export type MirrorProblem =
  | { readonly kind: "permission-lost" }
  | { readonly kind: "folder-gone" }
  | { readonly kind: "disk-full" }
  | { readonly kind: "cannot-write"; readonly detail: string };

/** The folder's metadata of a file, which shows whether another program changed it. */
export type FileMark = { readonly sizeBytes: number; readonly modifiedMs: number };

export interface MirrorFolder {
  readonly name: string;
  /** Undefined: there is no such file. */
  mark(path: string): Promise<Result<FileMark | undefined, MirrorProblem>>;
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Result<FileMark, MirrorProblem>>;
  /** And folders that are empty then. */
  remove(path: string): Promise<Result<void, MirrorProblem>>;
}

/** A file that the mirror wrote. Without a mark it was begun: whatever is there is the mirror's. */
export type MirroredFile = { readonly path: string; readonly mark?: FileMark };
/** `wanted`: the name it would have if no other had it. `stamp`: of everything that is in its file. `assets`: their keys. */
export type MirroredNote = MirroredFile & { readonly wanted: string; readonly stamp: string; readonly assets: readonly string[] };

export type MirrorManifest = { readonly notes: ReadonlyMap<string, MirroredNote>; readonly assets: ReadonlyMap<string, MirroredFile> };

export type MirrorAccess =
  | { readonly kind: "none" }
  | { readonly kind: "needs-permission"; readonly name: string }
  | { readonly kind: "ready"; readonly folder: MirrorFolder };

export interface MirrorFolders {
  /** Whether this browser lets a page write to a folder. */
  readonly isSupported: boolean;
  /** Asks the user for a folder; `none`: they chose none. What was remembered of another folder is forgotten. */
  choose(): Promise<MirrorAccess>;
  /** The folder that was chosen before. */
  open(): Promise<MirrorAccess>;
  /** Asks the user to allow it once more. */
  allow(): Promise<MirrorAccess>;
  forget(): Promise<void>;
  loadManifest(): Promise<Result<MirrorManifest, StoreProblem>>;
  saveManifest(manifest: MirrorManifest): Promise<Result<void, StoreProblem>>;
}
