/**
 * Runs in a browser's page: exports a library, deletes it, and imports the exported file until its last note is found. Called from outside.
 */
import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { failed } from "@satchel/core/model/result.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createExportService } from "@satchel/core/transfer/export/export-service.ts";
import { createImportService } from "@satchel/core/transfer/import/import-service.ts";
import { browserClock, browserIds, browserTimers } from "@satchel/web/adapters/browser/environment.ts";
import { createNoteExports } from "@satchel/web/adapters/export/create-note-exports.ts";
import { createImportRecords, createImportTurns } from "@satchel/web/adapters/import/create-import-records.ts";
import { createImportSources } from "@satchel/web/adapters/import/create-import-sources.ts";
import { openCloudLocalStore } from "@satchel/web/adapters/indexed-db/cloud/cloud-local-store.ts";
import { siteText } from "@satchel/web/text/transfer/export-site.ts";
import { importReportNote } from "@satchel/web/text/transfer/import-report.ts";
import { HUNDRED, makeCorpus, plant, rareWord } from "../sync/corpus.ts";
import { deleteDatabase, fill, openSearch, until, value } from "./backup-page.ts";

export type ImportInput = { readonly notes: number; readonly format: "jex" | "enex" | "markdown" };
export type MeasuredImport = {
  /** Time until the user sees the scan's result. */
  readonly scannedMs: number;
  /** Including the scan, until the last note and all of a sample were found. */
  readonly searchableMs: number;
  readonly undoneMs: number;
};

const CHOICE = { folderId: undefined, duplicates: "skip" } as const;

async function measureImport({ notes, format }: ImportInput): Promise<MeasuredImport> {
  const file = await exported(notes, format);
  await deleteDatabase();
  const library = value(await openLibrary({ writers: createTestWriters(), store: await openStore() }));
  const service = createImportService({
    library,
    attachments: { has: async () => false, put: async () => ({ ok: true, value: undefined }) },
    sources: createImportSources(),
    records: createImportRecords("BenchImport"),
    turns: createImportTurns("BenchImport"),
    remember: () => undefined,
    clock: browserClock,
    ids: browserIds,
    reportNote: importReportNote,
    saveReport: () => undefined,
  });
  const search = openSearch(library);
  await until(async () => (await search.count(rareWord(notes - 1))) === 0);
  const began = performance.now();
  await service.scan([{ path: file.name, file }], undefined);
  const scannedMs = performance.now() - began;
  await service.start(CHOICE);
  const state = service.store.getState();
  if (state.kind !== "imported" || state.outcome.added !== notes) throw new Error(JSON.stringify(state).slice(0, 1000));
  await until(async () => (await search.count(rareWord(notes - 1))) === 1 && (await search.count(HUNDRED)) === Math.floor(notes / 100));
  const searchableMs = performance.now() - began;
  const undoing = performance.now();
  await service.undo();
  return { scannedMs, searchableMs, undoneMs: performance.now() - undoing };
}

async function openStore() {
  return value(await openCloudLocalStore({ now: Date.now, newDeviceId: () => "bench-", onOutdated: async () => undefined }));
}

async function exported(notes: number, format: ImportInput["format"]): Promise<File> {
  const library = value(await openLibrary({ writers: createTestWriters(), store: await openStore() }));
  await fill(library, plant(makeCorpus(notes)));
  const list = createNotesService({ library, clock: browserClock, timers: browserTimers, ids: browserIds, isSyncing: () => false });
  let file = new File([], "");
  const service = createExportService({
    library,
    notes: list,
    attachments: { open: async () => failed({ kind: "not-in-drive" }) },
    exports: createNoteExports({
      labels: siteText,
      saveBlob: (name, blob) => {
        file = new File([blob], name);
      },
    }),
    fileName: () => "bench",
  });
  await service.start({ scope: { kind: "all" }, format, withSensitive: false });
  const state = service.store.getState();
  if (state.kind !== "exported") throw new Error(JSON.stringify(state));
  // The file must not belong to the store, which is deleted with its library.
  const kept = new File([await file.arrayBuffer()], file.name);
  library.close();
  return kept;
}

Object.assign(globalThis, { measureImport });
