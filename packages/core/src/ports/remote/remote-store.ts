/** Port: the drive's files by id. Returns problems. Implemented by web/adapters/drive; suite: testing/remote-store-contract.ts. */

import type { FolderRole } from "../../model/drive/remote-file.ts";
import type { EntityKind } from "../../model/entities/entity.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

/** File metadata as the drive reports it. `vv` is unauthenticated: it comes from appProperties. */
export type ObservedFile = {
  readonly fileId: string;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly role: FolderRole | undefined;
  readonly trashed: boolean;
  readonly version: number;
  readonly md5?: string;
  readonly sizeBytes?: number;
  readonly modifiedTime: number;
  /** Put in the trash by one of our devices, because another file holds what it held. */
  readonly superseded?: boolean;
  /** MD5s of bytes that were written over by who did not say that they knew of them; absent when there are none. */
  readonly overwritten?: readonly string[];
  /** There are some, and the bytes that are there now are of none of our writes either. */
  readonly unmarked?: boolean;
  /** Undefined when the file carries no properties of ours but that. */
  readonly properties?: {
    readonly id: string;
    readonly kind: EntityKind;
    readonly owner: string;
    readonly vv: VersionVector;
    readonly superseded: boolean;
  };
};

/** A pack in the app folder (sync.md §8). A trashed one is reported as removed. */
export type ObservedPack = {
  readonly fileId: string;
  readonly packId: string;
  readonly sizeBytes: number;
  readonly modifiedTime: number;
  readonly md5?: string;
};

export type RemoteChange =
  | { readonly kind: "file"; readonly file: ObservedFile }
  | { readonly kind: "pack"; readonly pack: ObservedPack }
  | { readonly kind: "removed"; readonly fileId: string };

export type ChangesPage = { readonly changes: readonly RemoteChange[]; readonly cursor: string; readonly isLast: boolean };
export type ListPage = {
  readonly files: readonly ObservedFile[];
  readonly packs: readonly ObservedPack[];
  readonly nextPage: string | undefined;
};

export type FileWrite = {
  readonly id: string;
  readonly kind: EntityKind;
  readonly owner: string;
  readonly vv: VersionVector;
  readonly role: FolderRole;
  readonly body: Uint8Array;
  readonly md5: string;
  /** MD5s of the bytes that this write is known to replace. */
  readonly over: readonly string[];
};

/** What the drive is: whose account, which app folder. A change of either stops sync (sync.md §7.3). */
export type RemoteTarget = {
  readonly targetId: string;
  readonly accountId: string;
  /** Drive ids of the app folder and its subfolders, so that a later start reads them by id: searches lag, reads by id do not. */
  readonly folderIds: Readonly<Record<FolderRole | "app", string>>;
};

/** `movedFrom`: not what was known, but the same library, moved here by one of the user's devices (decision 0010). */
export type PreparedTarget = RemoteTarget & { readonly movedFrom?: string };

export interface RemoteStore {
  /** Finds or makes the app folder and its four subfolders, once per start; `known` is what this device saw last. */
  prepare(known: RemoteTarget | undefined, signal?: AbortSignalLike): Promise<Result<PreparedTarget, RemoteProblem>>;
  startCursor(): Promise<Result<string, RemoteProblem>>;
  /** `cursor-invalid` means: list everything again. */
  changes(cursor: string): Promise<Result<ChangesPage, RemoteProblem>>;
  /** Every file of the four subfolders and the app folder, trashed ones too, newest first. */
  list(page: string | undefined): Promise<Result<ListPage, RemoteProblem>>;
  metadata(fileId: string): Promise<Result<ObservedFile, RemoteProblem>>;
  download(fileId: string): Promise<Result<Uint8Array, RemoteProblem>>;
  /** The bytes that were written over; `not-found` when the drive does not hold them any more. */
  downloadOverwritten(fileId: string, md5: string): Promise<Result<Uint8Array, RemoteProblem>>;
  reserveIds(count: number): Promise<Result<readonly string[], RemoteProblem>>;
  /** With an id of `reserveIds`. A repeat answers `id-in-use`. */
  create(fileId: string, write: FileWrite): Promise<Result<ObservedFile, RemoteProblem>>;
  /** Replaces content and properties, moves to `write.role` when `from` is another one, and takes the file out of the trash. */
  update(fileId: string, write: FileWrite, from: FolderRole | undefined): Promise<Result<ObservedFile, RemoteProblem>>;
  trash(fileId: string): Promise<Result<ObservedFile, RemoteProblem>>;
  /** With an id of `reserveIds`; packs are never overwritten. */
  createPack(fileId: string, packId: string, body: Uint8Array): Promise<Result<ObservedPack, RemoteProblem>>;
  /** For good, not into the trash; for what is not there any more it answers `not-found` or that it is done. */
  erase(fileId: string): Promise<Result<void, RemoteProblem>>;
}

/** A copy of a key document in the drive; `vaultId` is what its properties say, which no one has checked. encryption.md 3.4. */
export type KeysFile = { readonly fileId: string; readonly vaultId: string };

/** Beside the store of records: key documents, made once and never changed. */
export interface KeysRemote extends Pick<RemoteStore, "reserveIds" | "download"> {
  /** Every copy in the app folder that is not in the trash, no matter whose vault it is of. */
  listKeys(): Promise<Result<readonly KeysFile[], RemoteProblem>>;
  createKeys(fileId: string, vaultId: string, body: Uint8Array): Promise<Result<void, RemoteProblem>>;
  /** For good, not into the trash: an older copy opens with a recovery key that was replaced. */
  deleteKeys(fileId: string): Promise<Result<void, RemoteProblem>>;
}

/** The part of AbortSignal that core needs; core has no DOM. */
export type AbortSignalLike = { readonly aborted: boolean };
