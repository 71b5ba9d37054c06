/**
 * Reports files and new folders that could not be sent to the drive: once each, until the drive has taken them. Notes have notices of their own
 * (note-notices-service.ts). While the device is offline nothing has failed. Spec B §8 "Toasts, cloud".
 */
import type { AttachmentsState } from "../../library/attachments/attachments-service-types.ts";
import type { Library } from "../../library/index/library-service.ts";
import { isAlive } from "../../model/entities/entity.ts";
import type { ReadableStore } from "../../model/store.ts";

export type FailedUpload = "file" | "folder";

export type FailedUploads = {
  onFailed(listener: (what: FailedUpload) => void): () => void;
  stop(): void;
};

type Deps = {
  readonly library: Library;
  readonly attachments: ReadableStore<AttachmentsState>;
  readonly isOnline: () => boolean;
};

/** These have a banner of their own, and concern everything that is sent. */
const REPORTED_ELSEWHERE: ReadonlySet<string> = new Set(["offline", "not-connected", "access-expired", "scope-missing"]);

export function watchFailedUploads({ library, attachments, isOnline }: Deps): FailedUploads {
  const listeners = new Set<(what: FailedUpload) => void>();
  const reported = new Set<string>();
  const report = (id: string, what: FailedUpload): void => {
    if (reported.has(id)) return;
    reported.add(id);
    for (const listener of listeners) listener(what);
  };
  const stopLibrary = library.onChange(({ writes, fromOtherTab }) => {
    if (fromOtherTab) return;
    for (const id of writes.forgetAttempts ?? []) reported.delete(id);
    for (const { id, problem } of writes.attempts ?? []) {
      const entity = library.index.entities.get(id);
      const isNewFolder = entity?.kind === "folder" && isAlive(entity) && library.index.filesOf(id).length === 0;
      if (isNewFolder && !REPORTED_ELSEWHERE.has(problem)) report(id, "folder");
    }
  });
  const stopFiles = attachments.subscribe(({ statuses }, before) => {
    for (const [id, { kind }] of statuses) {
      const hasStopped = before.statuses.get(id)?.kind === "uploading" && (kind === "failed" || kind === "waiting");
      if (kind === "stored") reported.delete(id);
      else if (hasStopped && isOnline()) report(id, "file");
    }
  });
  return {
    onFailed(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopLibrary();
      stopFiles();
    },
  };
}
