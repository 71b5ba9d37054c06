/** One browser tab with a Sensitive folder on a disk that outlives it: notes, tabs and lock, composed like in the app. For tests. */

import { openLibrary } from "../library/index/library-service.ts";
import { createNotesService } from "../library/notes/notes-service.ts";
import type { MergeNotes } from "../merge/lazy-merge.ts";
import type { LazyModule } from "../model/lazy/lazy-module.ts";
import type { DraftStore } from "../ports/device/local-store.ts";
import type { LocalSensitiveStore } from "../ports/sealing/local-sensitive-store.ts";
import { openTexts } from "../vault/sensitive/opened-texts-service.ts";
import { createSensitiveNotes } from "../vault/sensitive/sensitive-notes-service.ts";
import type { SensitiveMessage } from "../vault/sensitive/sensitive-session-service.ts";
import { createUnlockedNotes } from "../vault/sensitive/unlocked-notes-service.ts";
import { createTabsService } from "../workspace/open-tabs/tabs-service.ts";
import { findTab } from "../workspace/tabs/tab.ts";
import { MERGING_HERE, SAVING_AT_LOCK_HERE } from "./loaded-rules.ts";
import { ManualClock } from "./manual-clock.ts";
import { MemoryDisk, MemoryLocalStore, type MemoryLocalStoreOptions } from "./memory-local-store.ts";
import { NO_FILES } from "./memory-resealing.ts";
import { createMemoryFolder, createMemorySensitiveStore } from "./memory-sensitive-keys.ts";
import { createMemoryTabs } from "./memory-tabs.ts";
import { createSequenceIds } from "./sequence-ids.ts";
import { createTestWriters } from "./test-writers.ts";

const ids = createSequenceIds();

export type SensitiveWindowOptions = {
  readonly disk?: MemoryDisk;
  readonly clock?: ManualClock;
  readonly sensitiveStore?: LocalSensitiveStore;
  readonly windowId?: string;
  readonly tabs?: ReturnType<typeof createMemoryTabs<SensitiveMessage>>;
  /** Wraps the disk's draft store. */
  readonly drafts?: (store: DraftStore) => DraftStore;
  readonly merging?: LazyModule<MergeNotes>;
  readonly savesAutomatically?: boolean;
  readonly gate?: MemoryLocalStoreOptions["gate"];
};

export const FOLDER_PASSWORD = "only for this folder";

/** Sets the folder up in the first window; it starts locked. */
export async function openSensitiveWindow(options: SensitiveWindowOptions = {}) {
  const { disk = new MemoryDisk("dev001"), clock = new ManualClock(), windowId = "window", drafts = (store) => store } = options;
  const {
    sensitiveStore = createMemorySensitiveStore(),
    tabs: openChannel = createMemoryTabs<SensitiveMessage>(),
    merging = MERGING_HERE,
  } = options;
  const awake = new Set<() => void>();
  const hidden = new Set<() => void>();
  const kept = new Map<string, string>();
  const folder = await createMemoryFolder(
    {
      clock,
      timers: clock,
      channel: openChannel(),
      attention: { onAwake: (listener) => add(awake, listener), onHidden: (listener) => add(hidden, listener) },
      preferences: { read: (key) => kept.get(key), write: (key, value) => void kept.set(key, value ?? "") },
    },
    { sensitiveStore, ...(options.sensitiveStore === undefined ? { password: FOLDER_PASSWORD } : {}) },
  );
  const { keys } = folder;
  const store = new MemoryLocalStore(disk, options.gate === undefined ? {} : { gate: options.gate });
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error("the memory store opens always");
  const library = opened.value;
  const texts = openTexts({ library, sealing: keys, folder: folder.store });
  const notesAtLock = createSensitiveNotes({ library, sealing: keys, clock, ids, drafts: store, files: NO_FILES, merging });
  const notes = createUnlockedNotes({
    library,
    notes: createNotesService({ library, clock, ids, timers: clock, isSyncing: () => false, merging }),
    sensitive: notesAtLock,
    texts: texts.store,
  });
  await notes.ensureDefaultFolders();
  const tabs = createTabsService({
    notes,
    drafts: drafts(store),
    tabs: store,
    clock,
    ids,
    timers: clock,
    windowId,
    savesAutomatically: () => options.savesAutomatically ?? false,
    sensitive: { sealing: keys, folder, atLock: { notes: notesAtLock, saving: SAVING_AT_LOCK_HERE } },
  });
  await tabs.restore();
  return {
    disk,
    clock,
    sensitiveStore,
    folder,
    keys,
    library,
    notes,
    texts,
    tabs,
    folderId: notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "",
    tab: (id: string) => findTab(tabs.store.getState().tabs, id),
    drafts: () => [...disk.drafts.values()],
    resume: () => notifyAll(awake),
    hide: () => notifyAll(hidden),
    channels: openChannel,
    /** Opens a new page on the same disk. */
    reload: () => openSensitiveWindow({ ...options, disk, clock, sensitiveStore, tabs: openChannel }),
    /** Everything that is on the device, as JSON. */
    stored: () => JSON.stringify(Object.values(disk), (_key, part: unknown) => (part instanceof Map ? [...part.entries()] : part)),
  };
}

function add(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyAll(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}
