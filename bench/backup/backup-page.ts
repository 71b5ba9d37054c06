/**
 * Runs in a browser's page: backs up a library in the product's store, deletes it, and restores it until its last note is found. Called
 * from outside.
 */

import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { planCreate } from "@satchel/core/library/notes/plan-note.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { CLOUD_DATABASE } from "@satchel/core/model/storage-keys.ts";
import { createTestWriters, toWriting } from "@satchel/core/testing/test-writers.ts";
import { createBackupService } from "@satchel/core/transfer/backup/backup-service.ts";
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { createWorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import { createSearchService } from "@satchel/core/workspace/search/search-service.ts";
import { createArchives } from "@satchel/web/adapters/archive/create-archives.ts";
import { browserClock, browserIds, browserTimers } from "@satchel/web/adapters/browser/environment.ts";
import { browserPreferences } from "@satchel/web/adapters/browser/preferences.ts";
import { openCloudLocalStore } from "@satchel/web/adapters/indexed-db/cloud/cloud-local-store.ts";
import { createWorkerSearch } from "@satchel/web/adapters/search/create-search.ts";
import { type CorpusNote, HUNDRED, makeCorpus, plant, rareWord } from "../sync/corpus.ts";
import { idOf } from "../sync/fill.ts";

export type MeasuredBackup = {
  readonly backupMs: number;
  readonly bytes: number;
  readonly restoreMs: number;
  /** Time from the start of the restore until the last note and all of a sample were found. */
  readonly searchableMs: number;
};

const PER_COMMIT = 1000;
const LOOK_EVERY_MS = 100;
const NO_FILES = {
  read: async () => undefined,
  readSealed: async () => undefined,
  has: async () => false,
  put: async () => ({ ok: true, value: undefined }) as const,
};

async function measureBackup({ notes }: { readonly notes: number }): Promise<MeasuredBackup> {
  const corpus = plant(makeCorpus(notes));
  const before = await openDevice();
  await fill(before.library, corpus);
  const began = performance.now();
  await before.backup.create(undefined);
  const backupMs = performance.now() - began;
  expectState(before.backup.store.getState(), "written");
  before.library.close();
  await deleteDatabase();
  const restored = await restore(before.saved(), notes);
  return { backupMs, bytes: before.saved().size, ...restored };
}

async function restore(zip: Blob, notes: number) {
  const device = await openDevice();
  const search = openSearch(device.library);
  await until(async () => (await search.count(rareWord(notes - 1))) === 0);
  const began = performance.now();
  await device.backup.restore(new File([zip], "backup.zip"), undefined);
  const restoreMs = performance.now() - began;
  expectState(device.backup.store.getState(), "restored");
  await until(async () => (await search.count(rareWord(notes - 1))) === 1 && (await search.count(HUNDRED)) === Math.floor(notes / 100));
  return { restoreMs, searchableMs: performance.now() - began };
}

async function openDevice() {
  const store = value(await openCloudLocalStore({ now: Date.now, newDeviceId: () => "bench-", onOutdated: async () => undefined }));
  const library = value(await openLibrary({ writers: createTestWriters(), store }));
  let saved = new Blob();
  const backup = createBackupService({
    library,
    archives: createArchives({
      saveBlob: (_name, blob) => {
        saved = blob;
      },
    }),
    attachments: NO_FILES,
    sealedNotes: { adopt: async () => ({ ok: true, value: undefined }), knows: async () => false },
    sensitive: async () => [],
    clock: browserClock,
    labels: { heading: "Notes", untitled: "Untitled Note", noFolder: "All Notes", lastModified: "last modified", backToIndex: "All notes" },
  });
  return { library, backup, saved: () => saved };
}

export function openSearch(library: Library) {
  const notes = createNotesService({ library, clock: browserClock, timers: browserTimers, ids: browserIds, isSyncing: () => false });
  const workspace = createWorkspaceService({ timers: browserTimers, preferences: browserPreferences });
  return createSearchService({
    library,
    notes,
    workspace,
    timers: browserTimers,
    openEngine: () => createWorkerSearch(CLOUD_DATABASE.name, browserTimers),
  });
}

export async function fill(library: Library, corpus: readonly CorpusNote[]): Promise<void> {
  for (let from = 0; from < corpus.length; from += PER_COMMIT) {
    let meta = toWriting(library.index.meta);
    const entities = corpus.slice(from, from + PER_COMMIT).map(({ number, title, html, writtenAt }) => {
      const { writes, note } = planCreate(idOf(number), { draft: { title, content: html }, folderId: null }, { meta, nowMs: writtenAt });
      meta = { ...meta, ...writes.meta };
      return note;
    });
    value(await library.transact({}, () => ({ writes: { entities, meta: { ctr: meta.ctr } }, answer: undefined }), "sync"));
  }
}

export function deleteDatabase(): Promise<void> {
  return new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(CLOUD_DATABASE.name);
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
  });
}

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}

function expectState(state: BackupState, kind: BackupState["kind"]): void {
  if (state.kind !== kind) throw new Error(JSON.stringify(state));
}

export function value<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

Object.assign(globalThis, { measureBackup });
