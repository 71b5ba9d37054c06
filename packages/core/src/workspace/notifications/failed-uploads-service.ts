/** Reports files and new folders that could not be uploaded, once each; never while offline. Spec B §8 "Toasts, cloud". */
import type { AttachmentsState } from "../../library/attachments/attachments-service-types.ts";
import type { Library } from "../../library/index/library-service.ts";
import { isAlive } from "../../model/entities/entity.ts";
import type { ReadableStore } from "../../model/store.ts";

export type FailedUpload = "file" | "folder";

/** Returns a function that stops the reports. */
export type WatchFailedUploads = (report: (what: FailedUpload) => void) => () => void;

type Deps = {
  readonly library: Library;
  readonly attachments: ReadableStore<AttachmentsState>;
  readonly isOnline: () => boolean;
};

/** Problems with a banner of their own, which concern all uploads. */
const REPORTED_ELSEWHERE = ["offline", "not-connected", "access-expired", "scope-missing", "api-disabled", "policy-refused"];

export function createFailedUploads({ library, attachments, isOnline }: Deps): WatchFailedUploads {
  const reported = new Set<string>();
  return (report) => {
    const reportOnce = (id: string, what: FailedUpload): void => {
      if (!reported.has(id)) report(what);
      reported.add(id);
    };
    const stops = [
      library.onChange(({ writes, fromOtherTab }) => {
        if (fromOtherTab) return;
        for (const id of writes.forgetAttempts ?? []) reported.delete(id);
        for (const { id, problem } of writes.attempts ?? []) {
          const entity = library.index.entities.get(id);
          const isNewFolder = entity?.kind === "folder" && isAlive(entity) && library.index.filesOf(id).length === 0;
          if (isNewFolder && !REPORTED_ELSEWHERE.includes(problem)) reportOnce(id, "folder");
        }
      }),
      attachments.subscribe(({ statuses }, before) => {
        for (const [id, { kind }] of statuses) {
          if (kind === "stored") reported.delete(id);
          else if (kind !== "uploading" && before.statuses.get(id)?.kind === "uploading" && isOnline()) reportOnce(id, "file");
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}
