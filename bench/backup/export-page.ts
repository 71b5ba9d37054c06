/**
 * Runs in a browser's page: exports a library from the product's store in each format with the product's own worker. Called from outside.
 */
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { createExportService } from "@satchel/core/transfer/export/export-service.ts";
import { browserClock, browserIds, browserTimers } from "@satchel/web/adapters/browser/environment.ts";
import { createNoteExports } from "@satchel/web/adapters/export/create-note-exports.ts";
import { openCloudLocalStore } from "@satchel/web/adapters/indexed-db/cloud/cloud-local-store.ts";
import { siteText } from "@satchel/web/text/transfer/export-site.ts";
import { makeCorpus } from "../sync/corpus.ts";
import { fill, value } from "./backup-page.ts";

export type MeasuredExports = Readonly<Record<ExportFormat, { readonly ms: number; readonly bytes: number }>>;

async function measureExports({ notes }: { readonly notes: number }): Promise<MeasuredExports> {
  const store = value(await openCloudLocalStore({ now: Date.now, newDeviceId: () => "bench-", onOutdated: async () => undefined }));
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  await fill(library, makeCorpus(notes));
  const list = createNotesService({ library, clock: browserClock, timers: browserTimers, ids: browserIds, isSyncing: () => false });
  let bytes = 0;
  const service = createExportService({
    library,
    notes: list,
    attachments: { open: async () => failed({ kind: "not-in-drive" }) },
    exports: createNoteExports({
      labels: siteText,
      saveBlob: (_name, blob) => {
        bytes = blob.size;
      },
    }),
    fileName: () => "bench",
  });
  const measured: [ExportFormat, { readonly ms: number; readonly bytes: number }][] = [];
  for (const format of EXPORT_FORMATS) {
    const began = performance.now();
    await service.start({ scope: { kind: "all" }, format, withSensitive: false });
    const state = service.store.getState();
    if (state.kind !== "exported" || state.summary.notes !== notes) throw new Error(JSON.stringify(state));
    measured.push([format, { ms: performance.now() - began, bytes }]);
  }
  return Object.fromEntries(measured) as MeasuredExports;
}

Object.assign(globalThis, { measureExports });
