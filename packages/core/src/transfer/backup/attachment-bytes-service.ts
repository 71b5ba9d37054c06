/** A library's attachments as a backup takes them along and puts them back. What cannot be had is left out, and the backup says so. */
import type { AttachmentsService } from "../../library/attachments/attachments-service-types.ts";
import { fileSealedUnder } from "../../model/entities/sealed-under.ts";
import type { AttachmentBytes } from "../../ports/attachment-bytes.ts";

export function createAttachmentBytes(
  attachments: Pick<AttachmentsService, "open" | "readSealed" | "isHere" | "restore">,
): AttachmentBytes {
  return {
    async read(id) {
      const opened = await attachments.open({ id, isSensitive: false });
      return opened.ok ? whole(opened.value) : undefined;
    },
    async readSealed(id) {
      const read = await attachments.readSealed(id);
      const sealedUnder = read.ok ? fileSealedUnder(read.value) : undefined;
      return read.ok && sealedUnder !== undefined ? { sealedUnder, bytes: whole(read.value) } : undefined;
    },
    has: (id) => attachments.isHere(id),
    put: (attachment, bytes) => attachments.restore(attachment, bytes),
  };
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
