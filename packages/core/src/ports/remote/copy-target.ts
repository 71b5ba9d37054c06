/** Port: a place a library is moved from or to, as sealed files. Implemented by web/adapters/drive and testing/memory-copy-target.ts. */

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
  /** Of a note or a folder. `isWhole`: its bytes are all there is to it. */
  readonly record?: { readonly id: string; readonly kind: EntityKind; readonly isWhole: boolean };
  /** Of a primary pack. */
  readonly packId?: string;
};

/** Where a file is among others, what it is called, and how it is marked. */
export type FileWriting = Pick<PlacedFile, "name" | "role" | "properties">;

/** `targetId` is the random id of the library's folder there. */
export type OpenedTarget = { readonly targetId: string; readonly isNew: boolean };

export type WrittenFile = Pick<PlacedFile, "fileId" | "md5">;

type AsyncResult<Value> = Promise<Result<Value, RemoteProblem>>;

export interface CopyTarget {
  /** The folder of the library that is here. Undefined: there is none. `leftFor` is taken too although it was left for that library. */
  find(leftFor: string | undefined): AsyncResult<OpenedTarget | undefined>;
  /** The same, made where it is not there. */
  make(leftFor: string): AsyncResult<OpenedTarget>;
  /** Every file that is not in the trash: notes, folders, deleted ones, attachments, packs and keys. */
  list(): AsyncResult<readonly PlacedFile[]>;
  read(fileId: string): AsyncResult<Uint8Array>;
  /** Answers what the place says of the bytes it took. */
  write(file: FileWriting, bytes: Uint8Array): AsyncResult<WrittenFile>;
  writePack(packId: string, bytes: Uint8Array): AsyncResult<WrittenFile>;
  /** By id, which does not lag behind as a list may. */
  md5Of(fileId: string): AsyncResult<string | undefined>;
  /** Undefined: no limit is known. */
  freeBytes(): AsyncResult<number | undefined>;
  /** From now on the library that was in `from` is here. */
  arrive(from: string): AsyncResult<void>;
  /** From now on the library is in `to`; anyone who still writes here stops and looks there. */
  leave(to: string): AsyncResult<void>;
  /** Takes the folder away again, when a move that made it is called off. */
  discard(): AsyncResult<void>;
}
