/** Converts the drive's report of a file to a row of the remote tree. sync.md §5 `observe`, §4.2 "Trust". Pure. */
import { isEntityId } from "@satchel/contract/ids.ts";
import { foreignVector, type RemoteFile } from "../../model/drive/remote-file.ts";
import type { EntityKind } from "../../model/entities/entity.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { ObservedFile } from "../../ports/remote/remote-store.ts";

/** Returns the new row; undefined if the observation is older than the known row or the file is not ours. */
export function observe(file: ObservedFile, known: RemoteFile | undefined): RemoteFile | undefined {
  if (known !== undefined && file.version <= known.version) return undefined;
  const identity = identityOf(file, known);
  if (identity === undefined) return undefined;
  const isSameBytes = known?.md5 !== undefined && known.md5 === file.md5;
  return {
    fileId: file.fileId,
    ...identity,
    vv: isSameBytes && known.trusted ? known.vv : (file.properties?.vv ?? foreignVector(file.md5 ?? file.fileId.slice(0, 32))),
    ...(file.properties === undefined ? {} : { owner: file.properties.owner }),
    trashed: file.trashed,
    superseded: file.properties?.superseded ?? file.superseded ?? false,
    role: file.role,
    version: file.version,
    modifiedTime: file.modifiedTime,
    ...(file.md5 === undefined ? {} : { md5: file.md5 }),
    trusted: isSameBytes && known.trusted,
    ...(isSameBytes ? whatWasRead(known, file.trashed) : {}),
  };
}

/** Returns the row as a list of rows to write, in a transaction that has read the rows of the note or folder. */
export function observeAmong(file: ObservedFile, rows: readonly RemoteFile[] = []): readonly RemoteFile[] {
  const row = observe(
    file,
    rows.find(({ fileId }) => fileId === file.fileId),
  );
  return row === undefined ? [] : [row];
}

/** Row after the response to our own write: the bytes are ours if their checksum is the one we sent. */
export function observeOwnWrite(
  file: ObservedFile,
  known: RemoteFile | undefined,
  sent: { readonly md5: string; readonly vv: VersionVector; readonly sealed: boolean },
): RemoteFile | undefined {
  const row = observe(file, known) ?? known;
  if (row === undefined || file.md5 !== sent.md5) return row;
  const { unreadable: _gone, waits: _blocked, sealed: _sealed, importAs: _id, ...readable } = row;
  return { ...readable, md5: sent.md5, vv: sent.vv, trusted: true, ...(sent.sealed ? { sealed: true } : {}) };
}

/**
 * Everything known about the same bytes stays true. A trashed file with an unknown key is not retried when a key joins, so it is retried
 * when it is restored.
 */
function whatWasRead({ unreadable, importAs, sealed, waits, eraseAt, trashed }: RemoteFile, isTrashed: boolean): Partial<RemoteFile> {
  const isTriedAgain = unreadable === "unknown-key" && trashed && !isTrashed;
  return {
    ...(unreadable === undefined || isTriedAgain ? {} : { unreadable }),
    ...(sealed === undefined ? {} : { sealed }),
    ...(importAs === undefined ? {} : { importAs }),
    ...(waits === undefined ? {} : { waits }),
    ...(eraseAt === undefined || !isTrashed ? {} : { eraseAt }),
  };
}

function identityOf(file: ObservedFile, known: RemoteFile | undefined): { readonly id: string; readonly kind: EntityKind } | undefined {
  if (file.properties !== undefined) return { id: file.properties.id, kind: file.properties.kind };
  if (known !== undefined) return { id: known.id, kind: known.kind };
  return identityByName(file);
}

/**
 * Recognizes files of older or foreign origin: `note-….json`, `folder-….json`, and the manual helper's `note_{noteId}.json` (decision
 * 0005).
 */
export function identityByName(file: Pick<ObservedFile, "name" | "role">): { readonly id: string; readonly kind: EntityKind } | undefined {
  const id = /^(?:note_)?(.+)\.json$/.exec(file.name)?.[1];
  if (!isEntityId(id) || file.role === undefined || file.role === "attachments") return undefined;
  const isFolder = file.role === "folders" || id.startsWith("folder-");
  return { id, kind: isFolder ? "folder" : "note" };
}
