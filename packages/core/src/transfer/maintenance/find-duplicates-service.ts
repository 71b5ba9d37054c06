/** Compares attachments by decrypted content, because each sealing gives different bytes. Rules: duplicates.ts. sync.md §11. */

import { STOPS_CYCLE } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { AttachmentFile, AttachmentRemote } from "../../ports/remote/attachment-remote.ts";
import type { AttachmentCodec } from "../../ports/sealing/attachment-codec.ts";
import { type Copy, type Duplicate, groupCopies, planDuplicates } from "./duplicates.ts";
import type { MaintenanceProblem } from "./maintenance-service-types.ts";

export type DuplicateDeps = {
  readonly remote: Pick<AttachmentRemote, "listAttachments" | "attachmentFile" | "downloadAttachment">;
  readonly codec: Pick<AttachmentCodec, "openAttachment">;
};

export type DuplicateSearch = DuplicateDeps & {
  /** Drive id of the folder `attachments`. */
  readonly folderId: string;
  /**
   * True for a file that a note left unencrypted when it moved into the Sensitive folder. Collection removes such files and may rely on the
   * copies.
   */
  readonly isExposed: (fileId: string) => boolean;
  readonly isCancelled: () => boolean;
  readonly onSeen: (count: number) => void;
};

type AsyncResult<Value> = Promise<Result<Value, MaintenanceProblem>>;

export async function findDuplicates(search: DuplicateSearch): AsyncResult<readonly Duplicate[]> {
  const listed = await listAll(search);
  if (!listed.ok) return listed;
  const duplicates: Duplicate[] = [];
  for (const files of groupCopies(listed.value)) {
    if (files.some(({ fileId }) => search.isExposed(fileId))) continue;
    const copies = await openAll(search, files);
    if (!copies.ok) return copies;
    duplicates.push(...planDuplicates(copies.value));
  }
  return ok(duplicates);
}

async function listAll({ remote, folderId, isCancelled, onSeen }: DuplicateSearch): AsyncResult<readonly AttachmentFile[]> {
  // Pages may overlap, and a file is not a duplicate of itself.
  const files = new Map<string, AttachmentFile>();
  let page: string | undefined;
  do {
    if (isCancelled()) return failed({ kind: "cancelled" });
    const listed = await remote.listAttachments(folderId, page);
    if (!listed.ok) return listed;
    for (const file of listed.value.files) files.set(file.fileId, file);
    page = listed.value.nextPage;
    onSeen(files.size);
  } while (page !== undefined);
  return ok([...files.values()]);
}

/** Leaves out files that have disappeared in the meantime. */
async function openAll({ remote, codec, isCancelled }: DuplicateSearch, files: readonly AttachmentFile[]): AsyncResult<readonly Copy[]> {
  const [copies, contents]: [Copy[], Uint8Array[]] = [[], []];
  for (const file of files) {
    if (isCancelled()) return failed({ kind: "cancelled" });
    const bytes = await remote.downloadAttachment(file.fileId);
    if (!bytes.ok && bytes.problem.kind === "not-found") continue;
    if (!bytes.ok && STOPS_CYCLE.has(bytes.problem.kind)) return bytes;
    if (!bytes.ok) {
      copies.push({ file, sizeBytes: 0, content: "unknown" });
      continue;
    }
    // Opens only the outer seal: the Sensitive folder may be locked.
    const opened = await codec.openAttachment(file.attachmentId, bytes.value, { isSensitive: true, isOuterOnly: true });
    const content = opened.ok ? contentNumber(contents, opened.value) : opened.problem === "damaged" ? "damaged" : "unknown";
    copies.push({ file, sizeBytes: bytes.value.length, content });
  }
  return isCancelled() ? failed({ kind: "cancelled" }) : ok(copies);
}

function contentNumber(contents: Uint8Array[], content: Uint8Array): number {
  const at = contents.findIndex((known) => known.length === content.length && known.every((byte, index) => byte === content[index]));
  return at >= 0 ? at : contents.push(content) - 1;
}
