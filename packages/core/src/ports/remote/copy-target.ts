/**
 * Port: a storage that a library is moved from or to, as sealed files. Implemented by web/adapters/drive and testing/memory-copy-target.ts.
 */

import type { FolderRole } from "../../model/drive/remote-file.ts";
import type { EntityKind } from "../../model/entities/entity.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

export type PlacedFile = {
  readonly fileId: string;
  readonly name: string;
  readonly role: FolderRole | "app";
  readonly md5: string;
  readonly sizeBytes: number;
  readonly properties: Readonly<Record<string, string>>;
  /** Set for a note or folder. `isWhole`: its bytes are the whole record. */
  readonly record?: { readonly id: string; readonly kind: EntityKind; readonly isWhole: boolean };
  /** Set for a primary pack. */
  readonly packId?: string;
};

/** Folder kind, name and properties of a file. */
export type FileWriting = Pick<PlacedFile, "name" | "role" | "properties">;

/** `targetId` is the random id of the library's folder in this storage. */
export type OpenedTarget = { readonly targetId: string; readonly isNew: boolean };

export type WrittenFile = Pick<PlacedFile, "fileId" | "md5">;

type AsyncResult<Value> = Promise<Result<Value, RemoteProblem>>;

export interface CopyTarget {
  /** Finds the library's folder; undefined if there is none. A folder left for the library `leftFor` is accepted too. */
  find(leftFor: string | undefined): AsyncResult<OpenedTarget | undefined>;
  /** Finds the folder, or creates it. */
  make(leftFor: string): AsyncResult<OpenedTarget>;
  /** Lists every file that is not in the trash: notes, folders, deleted ones, attachments, packs and keys. */
  list(): AsyncResult<readonly PlacedFile[]>;
  read(fileId: string): AsyncResult<Uint8Array>;
  /** Returns the storage's own MD5 of the bytes it stored. */
  write(file: FileWriting, bytes: Uint8Array): AsyncResult<WrittenFile>;
  writePack(packId: string, bytes: Uint8Array): AsyncResult<WrittenFile>;
  /** Reads the MD5 by id, which does not lag as a list may. */
  md5Of(fileId: string): AsyncResult<string | undefined>;
  /** Returns undefined if no limit is known. */
  freeBytes(): AsyncResult<number | undefined>;
  /** Marks that the library of `from` is here now. */
  arrive(from: string): AsyncResult<void>;
  /** Marks that the library is in `to`; devices that still write here stop and look there. */
  leave(to: string): AsyncResult<void>;
  /** Removes the folder when the move that created it is canceled. */
  discard(): AsyncResult<void>;
}
