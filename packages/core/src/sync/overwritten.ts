/**
 * Bytes in a file of ours that were written over by somebody who had not read them: another device under our name, whose write the changes feed
 * had not told yet. Every write marks the file with the checksum of its bytes and takes away the marks it knows of, so that one which is left tells
 * of them. They are a revision of that file, and stand among its siblings until they are read. sync.md §4.5. Pure.
 */
import type { SyncMeta } from "../ports/local-store.ts";
import { foreignVector, type RemoteFile } from "./remote-file.ts";

/** What is to be read beside `row`; `known` is the row before it. */
export function overwrittenIn(row: RemoteFile, known: RemoteFile | undefined, { deviceId, formerIds }: SyncMeta): readonly RemoteFile[] {
  const isOurs = row.owner === deviceId || (row.owner !== undefined && formerIds.includes(row.owner));
  const unread = (row.overwritten ?? []).filter((md5) => !(known?.trusted === true && known.md5 === md5));
  return isOurs ? unread.map((md5) => toRevisionRow(row, md5)) : [];
}

function toRevisionRow({ fileId, id, kind, owner, role }: RemoteFile, md5: string): RemoteFile {
  return {
    fileId: `${fileId}@${md5}`,
    revision: { fileId, md5 },
    id,
    kind,
    vv: foreignVector(md5),
    ...(owner === undefined ? {} : { owner }),
    trashed: true,
    superseded: true,
    role,
    version: 0,
    md5,
    trusted: false,
  };
}

/** Marks that our next write takes away: of what it replaces, and of what was written over before. */
export function marksOn({ md5, overwritten = [] }: RemoteFile): readonly string[] {
  return md5 === undefined ? overwritten : [md5, ...overwritten];
}
