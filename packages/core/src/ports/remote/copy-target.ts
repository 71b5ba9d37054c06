/** Port: a place a library is moved from or to, as sealed files. Implemented by web/adapters/drive and testing/memory-copy-target.ts. */

import type { FolderRole } from "../../model/drive/remote-file.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

export type PlacedFile = {
  readonly fileId: string;
  readonly name: string;
  readonly role: FolderRole | "app";
  readonly md5: string;
  readonly sizeBytes: number;
  readonly properties: Readonly<Record<string, string>>;
};

/** `targetId` is the random id of the library's folder there. */
export type OpenedTarget = { readonly targetId: string; readonly isNew: boolean };

type Answer<Value> = Promise<Result<Value, RemoteProblem>>;

export interface CopyTarget {
  /** The folder of the library that is here. Undefined: there is none. `leftFor` is taken too although it was left for that library. */
  find(leftFor: string | undefined): Answer<OpenedTarget | undefined>;
  /** The same, made where it is not there. */
  make(leftFor: string): Answer<OpenedTarget>;
  /** Every file that is not in the trash: notes, folders, deleted ones, attachments, packs and keys. */
  list(): Answer<readonly PlacedFile[]>;
  read(fileId: string): Answer<Uint8Array>;
  /** Answers what the place says of the bytes it took. */
  write(file: Omit<PlacedFile, "fileId">, bytes: Uint8Array): Answer<Pick<PlacedFile, "fileId" | "md5">>;
  /** By id, which does not lag behind as a list may. */
  md5Of(fileId: string): Answer<string | undefined>;
  /** Undefined: no limit is known. */
  freeBytes(): Answer<number | undefined>;
  /** From now on the library that was in `from` is here. */
  arrive(from: string): Answer<void>;
  /** From now on the library is in `to`; anyone who still writes here stops and looks there. */
  leave(to: string): Answer<void>;
  /** Takes the folder away again, when a move that made it is called off. */
  discard(): Answer<void>;
}
