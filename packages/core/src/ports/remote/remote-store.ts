/** Port: the drive's files by id. Returns problems. Implemented by web/adapters/drive; suite: testing/remote-store-contract.ts. */

import type { FolderRole } from "../../model/drive/remote-file.ts";
import type { EntityKind } from "../../model/entities/entity.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import type { Result } from "../../model/result.ts";

/** File metadata as the drive reports it. `vv` is unauthenticated, because it comes from appProperties. */
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
  /** Trashed by one of our devices, because another file contains it. */
  readonly superseded?: boolean;
  /** Undefined if the file has no properties of ours apart from the above. */
  readonly properties?: {
    readonly id: string;
    readonly kind: EntityKind;
    readonly owner: string;
    readonly vv: VersionVector;
    readonly superseded: boolean;
  };
};

/** A pack in the app folder (sync.md §8). A trashed pack is reported as removed. */
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
};

/** Identity of the drive: account and app folder. A change of either stops sync (sync.md §7.3). */
export type RemoteTarget = {
  readonly targetId: string;
  readonly accountId: string;
  /** Drive ids of the app folder and its subfolders. Later starts read them by id, because searches lag and reads by id do not. */
  readonly folderIds: Readonly<Record<FolderRole | "app", string>>;
};

/** `movedFrom`: the target is not the known one, but has the same library, moved by another device of the user (decision 0010). */
export type PreparedTarget = RemoteTarget & { readonly movedFrom?: string };

export interface RemoteStore {
  /** Finds or creates the app folder and its four subfolders, once per start. `known`: target of the last start. */
  prepare(known: RemoteTarget | undefined, signal?: AbortSignalLike): Promise<Result<PreparedTarget, RemoteProblem>>;
  startCursor(): Promise<Result<string, RemoteProblem>>;
  /** `cursor-invalid` means that everything must be listed again. */
  changes(cursor: string): Promise<Result<ChangesPage, RemoteProblem>>;
  /** Lists every file of the four subfolders and the app folder, newest first, including trashed ones. */
  list(page: string | undefined): Promise<Result<ListPage, RemoteProblem>>;
  metadata(fileId: string): Promise<Result<ObservedFile, RemoteProblem>>;
  download(fileId: string): Promise<Result<Uint8Array, RemoteProblem>>;
  reserveIds(count: number): Promise<Result<readonly string[], RemoteProblem>>;
  /** `fileId`: from `reserveIds`. Fails with `id-in-use` if the file already exists. */
  create(fileId: string, write: FileWrite): Promise<Result<ObservedFile, RemoteProblem>>;
  /** Replaces content and properties, moves the file to `write.role` if `from` differs, and restores it from the trash. */
  update(fileId: string, write: FileWrite, from: FolderRole | undefined): Promise<Result<ObservedFile, RemoteProblem>>;
  trash(fileId: string): Promise<Result<ObservedFile, RemoteProblem>>;
  /** `fileId`: from `reserveIds`. Packs are never overwritten. */
  createPack(fileId: string, packId: string, body: Uint8Array): Promise<Result<ObservedPack, RemoteProblem>>;
  /** Deletes permanently, without the trash. For a missing file, succeeds or fails with `not-found`. */
  erase(fileId: string): Promise<Result<void, RemoteProblem>>;
}

/** Copy of a key document in the drive; `vaultId` is its unauthenticated property. encryption.md 3.4. */
export type KeysFile = { readonly fileId: string; readonly vaultId: string };

/** Port: key documents in the drive, created once and never changed. */
export interface KeysRemote extends Pick<RemoteStore, "reserveIds" | "download"> {
  /** Lists every copy in the app folder that is not in the trash, of any vault. */
  listKeys(): Promise<Result<readonly KeysFile[], RemoteProblem>>;
  createKeys(fileId: string, vaultId: string, body: Uint8Array): Promise<Result<void, RemoteProblem>>;
  /** Deletes permanently: an older copy opens with a recovery key that was replaced. */
  deleteKeys(fileId: string): Promise<Result<void, RemoteProblem>>;
}

/** Beside the store of records: names of files that an earlier version of the app wrote. drive-layout.md. */
export interface FileNamesRemote {
  /** Encrypts the names of at most `limit` files that still show the id of their note, and returns how many it renamed. */
  hideNames(limit: number): Promise<Result<number, RemoteProblem>>;
}

/** The part of AbortSignal that core needs; core has no DOM. */
export type AbortSignalLike = { readonly aborted: boolean };
