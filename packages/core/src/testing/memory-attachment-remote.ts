/**
 * The `attachments` folder of a memory drive behind the `AttachmentRemote` port: uploads in pieces that can be interrupted between any two,
 * and a trash. Passes the same contract suite as the adapter to the real drive server.
 */

import type { RemoteProblem } from "../model/remote-problem.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { AttachmentFile, AttachmentRemote, AttachmentUpload, UploadWatch } from "../ports/remote/attachment-remote.ts";
import type { KeptAttachment, MemoryAttachments } from "./memory-attachments.ts";
import { type MemoryRemoteOptions, requestsWith } from "./memory-remote-store.ts";

export type MemoryAttachmentOptions = Pick<MemoryRemoteOptions, "md5" | "fault"> & { readonly pieceBytes?: number };

export function createMemoryAttachmentRemote(
  drive: MemoryAttachments,
  { md5, fault = async () => undefined, pieceBytes = 1000 }: MemoryAttachmentOptions,
): AttachmentRemote {
  const request = requestsWith(fault);
  const find = (fileId: string): Result<KeptAttachment, RemoteProblem> => {
    const kept = drive.files.get(fileId);
    return kept === undefined ? failed({ kind: "not-found" }) : ok(kept);
  };
  const setTrashed = (fileId: string, trashed: boolean): Result<void, RemoteProblem> => {
    const kept = find(fileId);
    if (!kept.ok) return kept;
    drive.files.set(fileId, { ...kept.value, file: { ...kept.value.file, trashed, version: kept.value.file.version + 1 } });
    return ok(undefined);
  };
  const create = ({ fileId, attachmentId, folderId, bytes }: Omit<AttachmentUpload, "session">): Result<AttachmentFile, RemoteProblem> => {
    if (drive.files.has(fileId)) return failed({ kind: "id-in-use" });
    const file: AttachmentFile = { fileId, attachmentId, trashed: false, version: 1, md5: md5(bytes) };
    drive.files.set(fileId, { file, folderId, bytes });
    return ok(file);
  };

  const begin = ({ fileId, attachmentId, folderId }: AttachmentUpload): Result<string, RemoteProblem> => {
    if (drive.files.has(fileId)) return failed({ kind: "id-in-use" });
    const session = `session-${drive.sessions.size + 1}`;
    drive.sessions.set(session, { fileId, attachmentId, folderId, pieces: [] });
    return ok(session);
  };
  const sendPieces = async (session: string, upload: AttachmentUpload, { onProgress, stop }: UploadWatch) => {
    const kept = drive.sessions.get(session);
    if (kept === undefined) return failed<RemoteProblem>({ kind: "not-found" });
    for (let at = sum(kept.pieces); at < upload.bytes.length; at = sum(kept.pieces)) {
      if (stop.isStopped) return failed<RemoteProblem>({ kind: "answer-lost" });
      const piece = upload.bytes.slice(at, at + pieceBytes);
      const sent = await request("uploadPiece", () => ok(kept.pieces.push(piece)));
      if (!sent.ok) return sent;
      if (sum(kept.pieces) < upload.bytes.length) onProgress(sum(kept.pieces));
    }
    return request("finishUpload", () => create({ ...kept, bytes: joinPieces(kept.pieces) }));
  };

  return {
    async uploadAttachment(upload, watch) {
      if (upload.bytes.length <= pieceBytes) return request("uploadAttachment", () => create(upload));
      if (upload.session !== undefined && drive.sessions.has(upload.session)) return sendPieces(upload.session, upload, watch);
      const session = await request("beginUpload", () => begin(upload));
      if (!session.ok) return session;
      await watch.onSession(session.value);
      return sendPieces(session.value, upload, watch);
    },
    listAttachments: (folderId) =>
      request("listAttachments", () =>
        ok({
          files: [...drive.files.values()].filter((kept) => kept.folderId === folderId).map(({ file }) => file),
          nextPage: undefined,
        }),
      ),
    findAttachment: (attachmentId) =>
      request("findAttachment", () => {
        const all = [...drive.files.values()].map(({ file }) => file).filter((file) => file.attachmentId === attachmentId);
        return ok(all.find(({ trashed }) => !trashed) ?? all[0]);
      }),
    attachmentFile: (fileId) => request("attachmentFile", () => picked<AttachmentFile | undefined>(find(fileId), ({ file }) => file)),
    downloadAttachment: (fileId) => request("downloadAttachment", () => picked(find(fileId), ({ bytes }) => bytes)),
    trashAttachment: (fileId) => request("trashAttachment", () => setTrashed(fileId, true)),
    restoreAttachment: (fileId) => request("restoreAttachment", () => setTrashed(fileId, false)),
    eraseAttachment: (fileId) =>
      request("eraseAttachment", () => (drive.files.delete(fileId) ? ok(undefined) : failed<RemoteProblem>({ kind: "not-found" }))),
  };
}

function picked<Value>(kept: Result<KeptAttachment, RemoteProblem>, pick: (kept: KeptAttachment) => Value): Result<Value, RemoteProblem> {
  return kept.ok ? ok(pick(kept.value)) : kept;
}

function sum(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((total, { length }) => total + length, 0);
}

function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sum(pieces));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
