/** The `AttachmentRemote` port over the Drive client: sealed files under opaque names. drive-layout.md, sync.md §11. */
import { isFileId } from "@satchel/contract/ids.ts";
import { ATTACHMENT, DRIVE_LAYOUT, SYNC } from "@satchel/core/model/limits/limits.ts";
import type { StopSignal } from "@satchel/core/model/long-tasks.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { AttachmentFile, AttachmentRemote, AttachmentUpload, UploadWatch } from "@satchel/core/ports/remote/attachment-remote.ts";
import type { ClientProblem, DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { attachmentFolders } from "./app-folder.ts";
import { mapAnswer, toRemoteProblem } from "./drive-access.ts";
import { attachmentIdOf, toAttachmentProperties } from "./file-properties.ts";

const FIELDS = "id,name,trashed,version,md5Checksum,appProperties";

export type DriveAttachmentsDeps = {
  readonly client: DriveClient;
  /** True if an upload's address belongs to this drive. Guards the token, because the drive may have changed since the upload began. */
  readonly isOfThisDrive: (session: string) => boolean;
  /** Sizes of upload pieces; smaller in the simulator. */
  readonly pieces?: Pieces;
};

type Pieces = { readonly onePieceMaxBytes: number; readonly pieceBytes: number };

export function createDriveAttachments({ client, isOfThisDrive, pieces = ATTACHMENT }: DriveAttachmentsDeps): AttachmentRemote {
  /** Folders of the listing that is under way. */
  let folderIds: readonly string[] = [];
  return {
    async uploadAttachment(upload, watch) {
      const session = upload.session !== undefined && isOfThisDrive(upload.session) ? upload.session : undefined;
      const signal = toAbortSignal(watch.stop);
      return toFile(await send({ client, pieces }, { ...upload, session }, { ...watch, signal }));
    },

    async listAttachments(folderId, page) {
      const looked = page === undefined ? await attachmentFolders(client, folderId) : ok(folderIds);
      if (!looked.ok) return looked;
      folderIds = looked.value;
      const listed = await client.list({
        q: `(${folderIds.map((id) => `'${id}' in parents`).join(" or ")}) and mimeType != '${DRIVE_LAYOUT.folderType}'`,
        fields: `nextPageToken,files(${FIELDS})`,
        pageSize: SYNC.listPageSize,
        ...(page === undefined ? {} : { pageToken: page }),
      });
      return mapAnswer(listed, ({ files, nextPageToken }) => ({
        files: (files ?? []).flatMap(toAttachmentFiles),
        nextPage: nextPageToken,
      }));
    },

    async findAttachment(attachmentId) {
      // Only a valid id may be put into a query; any other text could change its meaning.
      if (!isFileId(attachmentId)) return ok(undefined);
      let trashed: AttachmentFile | undefined;
      let pageToken: string | undefined;
      do {
        const page = await client.list({
          q: `appProperties has { key='n' and value='${attachmentId}' } and appProperties has { key='k' and value='attachment' }`,
          fields: `nextPageToken,files(${FIELDS})`,
          ...(pageToken === undefined ? {} : { pageToken }),
        });
        if (!page.ok) return failed(toRemoteProblem(page.problem));
        const files = (page.value.files ?? []).flatMap(toAttachmentFiles);
        const living = files.find((file) => !file.trashed);
        if (living !== undefined) return ok(living);
        trashed ??= files[0];
        // A page may be empty and not the last.
        pageToken = page.value.nextPageToken;
      } while (pageToken !== undefined);
      return ok(trashed);
    },

    attachmentFile: async (fileId) => mapAnswer(await client.get(fileId, { fields: FIELDS }), (file) => toAttachmentFiles(file)[0]),

    downloadAttachment: async (fileId) =>
      mapAnswer(await client.download(fileId, { maxBytes: ATTACHMENT.sealedMaxBytes }), (bytes) => bytes),
    trashAttachment: async (fileId) => mapAnswer(await client.update(fileId, { trashed: true }, { fields: "id" }), () => undefined),
    eraseAttachment: async (fileId) => mapAnswer(await client.delete(fileId), () => undefined),
    restoreAttachment: async (fileId) => mapAnswer(await client.update(fileId, { trashed: false }, { fields: "id" }), () => undefined),
  };
}

/** Uploads a small file in one request: repeating it costs no more than asking for the offset. */
function send(
  { client, pieces }: { readonly client: DriveClient; readonly pieces: Pieces },
  { fileId, attachmentId, folderId, bytes, session }: AttachmentUpload,
  { onSession, onProgress, signal }: UploadWatch & { readonly signal: AbortSignal },
): Promise<Result<DriveFile, ClientProblem>> {
  const metadata = {
    id: fileId,
    name: `${attachmentId}.bin`,
    parents: [folderId],
    appProperties: toAttachmentProperties(attachmentId),
    mimeType: DRIVE_LAYOUT.fileType,
  };
  const shared = { contentType: DRIVE_LAYOUT.fileType, fields: FIELDS, signal };
  if (bytes.length <= pieces.onePieceMaxBytes) return client.create(metadata, { ...shared, content: bytes });
  return client.upload({ kind: "create", metadata }, bytes, {
    ...shared,
    chunkBytes: pieces.pieceBytes,
    onSession,
    onProgress,
    ...(session === undefined ? {} : { session }),
  });
}

function toAbortSignal(stop: StopSignal): AbortSignal {
  const controller = new AbortController();
  if (stop.isStopped) controller.abort();
  stop.onStop(() => controller.abort());
  return controller.signal;
}

function toFile(answer: Result<DriveFile, ClientProblem>): Result<AttachmentFile, RemoteProblem> {
  if (!answer.ok) return failed(toRemoteProblem(answer.problem));
  const [file] = toAttachmentFiles(answer.value);
  return file === undefined ? failed({ kind: "rejected", status: 200, reason: "notAnAttachment" }) : ok(file);
}

function toAttachmentFiles({ id, trashed, version, md5Checksum, appProperties, name }: DriveFile): readonly AttachmentFile[] {
  const attachmentId = attachmentIdOf(appProperties, name);
  if (id === undefined || attachmentId === undefined) return [];
  const file = { fileId: id, attachmentId, trashed: trashed ?? false, version: Number(version ?? 0), md5: md5Checksum ?? "" };
  return [appProperties?.k === undefined ? { ...file, isByNameOnly: true } : file];
}
