/** Note exports. Each runs in a worker that ends with it, so that nothing stays in memory. */
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { ExportContent, ExportWatch, NoteExports } from "@satchel/core/ports/transfer/note-exports.ts";
import type { ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import type { ExportSummary } from "@satchel/core/transfer/export/export-service-types.ts";
import type { SiteLabels } from "@satchel/core/transfer/export/formats/site/html-site.ts";
import { browserTimers } from "../browser/environment.ts";
import { createWorkerClient, type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import { EXPORT_API_METHODS, type ExportApi } from "./export-messages.ts";

export type NoteExportsDeps = {
  readonly start?: () => StartedWorker;
  readonly saveBlob: (name: string, blob: Blob) => void;
  readonly labels: SiteLabels;
};

export function createNoteExports({ start = startWorker, saveBlob, labels }: NoteExportsDeps): NoteExports<ExportFormat, ExportSummary> {
  return {
    async write(order, content, watch) {
      const api = connectApi(start(), content, watch);
      try {
        const written = await api.calls.write({ ...order, labels });
        if (!written.ok) return written;
        const { file, fileName, summary } = written.value;
        return ok({ summary, fileName, save: () => saveBlob(fileName, file) });
      } catch (error) {
        if (!api.isLoaded()) return failed(CODE_MISSING);
        return failed({ kind: "export-broken", detail: error instanceof Error ? error.message : "the worker stopped" });
      } finally {
        api.close();
      }
    },
  };
}

function connectApi(worker: StartedWorker, content: ExportContent, watch: ExportWatch) {
  const client = createWorkerClient<ExportApi>(worker, {
    methods: EXPORT_API_METHODS,
    ours: { readNotes: content.readNotes, readFile: content.readFile, onProgress: watch.onProgress },
    stopped: "the export's worker stopped",
  });
  // A worker that has already ended has nothing to stop.
  watch.stop.onStop(() => void client.calls.stop().catch(() => undefined));
  return client;
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./export-worker.ts", import.meta.url), { type: "module", name: "satchel-export" });
  return startWithRetry(start, browserTimers);
}
