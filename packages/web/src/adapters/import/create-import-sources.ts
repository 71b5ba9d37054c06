/** Chosen exports of other programs. Each is read in a worker that ends with it, so that nothing stays in memory. */
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { ChosenSource, ImportedNote, ImportSources, ImportWatch } from "@satchel/core/ports/transfer/import-sources.ts";
import type { ReportItem, ReportSum } from "@satchel/core/transfer/import/import-report.ts";
import { browserTimers } from "../browser/environment.ts";
import { createWorkerClient, type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import { type ChosenPath, IMPORT_API_METHODS, type ImportApi, type ImportPage } from "./import-messages.ts";

type Take = (notes: readonly ImportedNote[]) => Promise<boolean>;

export function createImportSources(start: () => StartedWorker = startWorker): ImportSources<ReportItem, ReportSum> {
  return {
    async open(chosen, options, watch) {
      const api = connectApi(start(), watch);
      try {
        const scanned = await api.calls.open(chosen.map(toPath), options);
        if (!scanned.ok) {
          api.close();
          return scanned;
        }
        return ok({
          scanned: scanned.value,
          async eachNotes(order, take) {
            api.onTake(take);
            return api.calls.eachNotes(order).catch((error: unknown) => failed(brokenBy(error)));
          },
          close: api.close,
        });
      } catch (error) {
        api.close();
        return failed(api.isLoaded() ? brokenBy(error) : CODE_MISSING);
      }
    },
  };
}

function brokenBy(error: unknown) {
  return { kind: "import-broken", detail: error instanceof Error ? error.message : "the worker stopped" } as const;
}

function toPath({ path, file }: ChosenSource): ChosenPath {
  if (!(file instanceof Blob)) throw new Error("a chosen file that is none");
  return { path, blob: file, modifiedMs: file instanceof File ? file.lastModified : undefined };
}

function connectApi(worker: StartedWorker, watch: ImportWatch) {
  let take: Take | undefined;
  const page: ImportPage = {
    onProgress: watch.onProgress,
    takeNotes: ((notes: readonly ImportedNote[]) => take?.(notes) ?? false) as ImportPage["takeNotes"],
  };
  const client = createWorkerClient<ImportApi>(worker, { methods: IMPORT_API_METHODS, ours: page, stopped: "the import's worker stopped" });
  watch.stop.onStop(() => void client.calls.stop().catch(() => undefined));
  return {
    ...client,
    onTake(next: Take) {
      take = next;
    },
  };
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./import-worker.ts", import.meta.url), { type: "module", name: "satchel-import" });
  return startWithRetry(start, browserTimers);
}
