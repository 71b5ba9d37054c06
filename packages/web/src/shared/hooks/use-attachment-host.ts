/** The files of one note, over the library's attachments; failures become toasts. Spec A §4 "Images and attachments", A §8 "Editor". */

import { checkAttachmentSize } from "@satchel/core/library/attachments/attachment-status.ts";
import type { AddOptions, AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { failed } from "@satchel/core/model/result.ts";
import { useMemo } from "react";
import type { AttachmentHost } from "../editor-host/attachment-host.ts";
import { useLibrary, useServices } from "../services.ts";
import { usePlans } from "./use-plan.ts";

export function useAttachmentHost({
  noteId,
  isSensitive,
}: {
  readonly noteId: string | null;
  readonly isSensitive: boolean;
}): AttachmentHost {
  const { attachments, kind } = useLibrary();
  const { status, saveFile } = useServices();
  const seePlans = usePlans();
  return useMemo(
    () => ({
      async keep(file) {
        const kept = await keep(attachments, file, { use: "file", isSensitive, noteId });
        status.show(kept.ok ? { id: "file-attached" } : { id: "file-not-attached", problem: kept.problem });
        return kept.ok ? kept.value : undefined;
      },
      statusOf: (id) => attachments.store.getState().statuses.get(id),
      onChange: (listener) => attachments.store.subscribe(listener),
      async download({ id, fileName, mimeType }) {
        const opened = await attachments.open({ id, isSensitive });
        if (opened.ok) saveFile({ name: fileName, type: mimeType, bytes: opened.value });
        else status.show({ id: "file-not-opened", problem: opened.problem, isLocal: kind === "local" });
      },
      cancel: (id) => void attachments.cancel(id),
      retry: (id) => void attachments.retry(id),
      seePlans,
    }),
    [attachments, status, saveFile, noteId, isSensitive, kind, seePlans],
  );
}

/** Checks the size before reading. The chosen file may be gone by the time it is read. */
async function keep(attachments: AttachmentsService, file: File, options: AddOptions) {
  const problem = checkAttachmentSize(file.size, options.use);
  if (problem !== undefined) return failed(problem);
  const read = await file.arrayBuffer().catch(() => undefined);
  if (read === undefined) return failed({ kind: "file-unreadable" } as const);
  return attachments.add({ bytes: new Uint8Array(read), fileName: file.name, mimeType: file.type }, options);
}
