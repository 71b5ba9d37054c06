/** Lazy services of an open library. */

import { keepsAllFiles } from "@satchel/core/library/attachments/attachment-status.ts";
import type {
  OfflineFiles,
  OfflineFilesDeps,
  OfflineFilesState,
  OpenedOfflineFiles,
} from "@satchel/core/library/attachments/offline-files-service.ts";
import type { OpenHistory } from "@satchel/core/library/history/open-history.ts";
import type { Library as LocalCopy } from "@satchel/core/library/index/library-service.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import type { measureUsage, StorageUsage } from "@satchel/core/library/usage/usage-service.ts";
import { CODE_MISSING, type CodeMissing, lazyModule, loadOrThrow, loadWithRetry } from "@satchel/core/model/lazy/lazy-module.ts";
import { lazyMethods, lazyService } from "@satchel/core/model/lazy/lazy-service.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import type { NoteStoreDeps } from "@satchel/core/workspace/note-store/note-store-service.ts";
import type { createDays, DaysService } from "@satchel/core/workspace/organize/days-service.ts";
import type { createSavedSearches, SavedSearchesService } from "@satchel/core/workspace/organize/saved-searches-service.ts";
import type { createTemplates, TemplatesService } from "@satchel/core/workspace/organize/templates-service.ts";
import type { SearchService, SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import type { createTagsService, TagsService } from "@satchel/core/workspace/tags/tags-service.ts";
import { browserClock, browserIds, browserTimers } from "../../adapters/browser/environment.ts";
import { fetchWhenIdle } from "../../shared/lazy/lazy-component.ts";
import { type Library, type LibraryProblem, NOT_LOADED } from "../../shared/services.ts";
import type { MirrorParts } from "./on-demand/compose-export.ts";
import type { HistoryParts } from "./on-demand/compose-history.ts";
import type { SearchParts } from "./on-demand/compose-search.ts";
import type { TrashParts } from "./on-demand/compose-trash.ts";
import type { Repair, RepairDeps } from "./on-demand/repair-cache.ts";

type MeasureUsage = { readonly measureUsage: typeof measureUsage };

export const measureLazily = (deps: Parameters<typeof measureUsage>[0]): Promise<Result<StorageUsage, StoreProblem | CodeMissing>> =>
  lazyModule<MeasureUsage>(() => import("@satchel/core/library/usage/usage-service.ts")).ask<
    Result<StorageUsage, StoreProblem | CodeMissing>
  >((code) => code.measureUsage(deps), failed(CODE_MISSING));

type FirstNotesParts = { readonly library: LocalCopy; readonly preferences: Preferences };

/** Adds the two notes of a new library. A library without them is whole, so a failure is not reported. */
export async function addFirstNotesLazily({ library, preferences }: FirstNotesParts): Promise<void> {
  if (preferences.read(LOCAL_KEYS.firstNotes) !== undefined) return;
  const load = async () => ({
    ...(await import("@satchel/core/library/notes/first-notes-service.ts")),
    ...(await import("../../text/notes/first-notes.ts")),
  });
  await lazyModule(load).ask(
    ({ addFirstNotes, firstNotesText }) => addFirstNotes({ library, preferences, text: firstNotesText, nowMs: browserClock.now() }),
    undefined,
  );
}

/** History of notes: loaded when the user views one, or when the page is idle and old versions should be thinned. */
export function createLazyHistory(parts: HistoryParts): () => Promise<OpenHistory> {
  let made: OpenHistory | undefined;
  const open = async (): Promise<OpenHistory> => {
    const { composeHistory } = await import("./on-demand/compose-history.ts");
    made ??= composeHistory(parts);
    return made;
  };
  if (parts.preferences.read(LOCAL_KEYS.historyThinned) !== undefined) fetchWhenIdle([async () => (await open()).thinning.thinIfDue()]);
  return open;
}

/** Creates one service on first use; rejects if its code cannot load. */
function once<Code, Service>(load: () => Promise<Code>, make: (code: Code) => Service): () => Promise<Service> {
  const module = lazyModule(load, make);
  return () => loadOrThrow(module);
}

/** Exports, loaded on request; and the mirror, also loaded when idle if one is active. */
export function createLazyExports(parts: MirrorParts, defer: (dispose: () => unknown) => void): Pick<Library, "exports" | "mirror"> {
  const mirror = lazyModule(
    () => import("./on-demand/compose-export.ts"),
    ({ composeMirror }) => composeMirror(parts),
  );
  defer(() => mirror.close((made) => made.close()));
  if (parts.preferences.read(parts.sync === undefined ? LOCAL_KEYS.localMirror : LOCAL_KEYS.mirror) !== undefined)
    fetchWhenIdle([() => mirror.ask((made) => made.start(), undefined)]);
  const exports = once(
    () => import("./on-demand/compose-export.ts"),
    ({ composeExport }) => composeExport(parts),
  );
  return { exports, mirror: () => loadOrThrow(mirror) };
}

/** The note store's operations under the names of the spec (A §7). */
export const createLazyNoteStore = (deps: NoteStoreDeps): Library["noteStore"] =>
  once(
    () => import("@satchel/core/workspace/note-store/note-store-service.ts"),
    ({ createNoteStore }) => createNoteStore(deps),
  );

type TagsCode = { readonly createTagsService: typeof createTagsService };

/** Like `once`, and loaded when idle, so that the first use needs no network. */
function onceIdle<Code, Service>(load: () => Promise<Code>, make: (code: Code) => Service): () => Promise<Service> {
  const open = once(load, make);
  fetchWhenIdle([open]);
  return open;
}

type SearchesCode = { readonly createSavedSearches: typeof createSavedSearches };
type TemplatesCode = { readonly createTemplates: typeof createTemplates };
type DaysCode = { readonly createDays: typeof createDays };
type OrganizeParts = Omit<Parameters<typeof createTagsService>[0], "clock"> & Omit<Parameters<typeof createDays>[0], "clock" | "ids">;

/** Changes of tags, saved searches and templates, and notes of days. */
export function createLazyOrganize({
  library,
  sealing,
  notes,
  sealNames,
}: OrganizeParts): Pick<Library, "tags" | "searches" | "templates" | "days"> {
  const parts = { library, clock: browserClock, ids: browserIds };
  return {
    tags: onceIdle<TagsCode, TagsService>(
      () => import("@satchel/core/workspace/tags/tags-service.ts"),
      (code) => code.createTagsService({ ...parts, sealing }),
    ),
    searches: onceIdle<SearchesCode, SavedSearchesService>(
      () => import("@satchel/core/workspace/organize/saved-searches-service.ts"),
      (code) => code.createSavedSearches(parts),
    ),
    templates: onceIdle<TemplatesCode, TemplatesService>(
      () => import("@satchel/core/workspace/organize/templates-service.ts"),
      (code) => code.createTemplates({ ...parts, notes }),
    ),
    days: onceIdle<DaysCode, DaysService>(
      () => import("@satchel/core/workspace/organize/days-service.ts"),
      (code) => code.createDays({ ...parts, notes, sealNames }),
    ),
  };
}

/** The trash: loaded when the user opens it, or when idle, because some notes may be due for deletion. */
export function createLazyTrash(parts: TrashParts) {
  let made: TrashService | undefined;
  let isClosed = false;
  const open = async (): Promise<TrashService> => {
    const { composeTrash } = await import("./on-demand/compose-trash.ts");
    made ??= composeTrash(parts);
    return made;
  };
  fetchWhenIdle([async () => isClosed || (await open()).watch()]);
  return {
    open,
    close(): void {
      isClosed = true;
      made?.close();
    },
  };
}

type OfflineFilesMaker = { readonly createOfflineFiles: (deps: OfflineFilesDeps) => OpenedOfflineFiles };

const NOTHING = {
  isFetching: false,
  hold: undefined,
  all: 0,
  here: 0,
  hereBytes: 0,
  missingBytes: 0,
  notToBeHad: 0,
  isPartial: true,
  freeBytes: undefined,
} as const;

/** Keeping all attachments on this device: loaded when the user views the setting or has enabled it. */
export function createLazyOfflineFiles(
  deps: OfflineFilesDeps,
  load: () => Promise<OfflineFilesMaker> = () => import("@satchel/core/library/attachments/offline-files-service.ts"),
): OfflineFiles & { close(): void } {
  const start: OfflineFilesState = { ...NOTHING, isOn: keepsAllFiles(deps.preferences.read(LOCAL_KEYS.offlineFiles)) };
  const module = lazyService<OfflineFilesState, OfflineFilesMaker, OpenedOfflineFiles>(start, load, (code) =>
    code.createOfflineFiles(deps),
  );
  return {
    ...lazyMethods(module, { choose: undefined, look: undefined }),
    store: module.store,
    async goOn() {
      if (keepsAllFiles(deps.preferences.read(LOCAL_KEYS.offlineFiles))) await module.ask((files) => files.goOn(), undefined);
    },
    close: () => module.close((files) => files.close()),
  };
}

type SearchCode = Pick<typeof import("./on-demand/compose-search.ts"), "composeSearch">;

const NO_SEARCH: SearchState = { term: "", phase: "off", noteIds: [], total: 0, words: [], excerpts: new Map() };

/** The search: loaded when the page is idle, or with the first term. */
export function createLazySearch(
  parts: SearchParts,
  load: () => Promise<SearchCode> = () => import("./on-demand/compose-search.ts"),
): SearchService {
  const module = lazyService<SearchState, SearchCode, SearchService>(NO_SEARCH, load, (code) => code.composeSearch(parts));
  const again = async (): Promise<void> => {
    const { term } = parts.workspace.store.getState();
    const loaded = module.loaded();
    if (loaded !== undefined) return loaded.again();
    module.store.replace({ ...NO_SEARCH, term, phase: term === "" ? "off" : "looking" });
    if ((await module.load()) === undefined && term !== "") module.store.replace({ ...NO_SEARCH, term, phase: "failed" });
  };
  const stop = parts.workspace.store.subscribe(({ term }, before) => {
    if (term !== before.term && module.loaded() === undefined) void again();
  });
  fetchWhenIdle([module.load]);
  return {
    ...lazyMethods(module, { count: undefined, findAll: [] }),
    store: module.store,
    again: () => void again(),
    close(): void {
      stop();
      module.close((search) => search.close());
    },
  };
}

export const LAZY_SAVING_AT_LOCK = lazyModule(
  async () => (await import("@satchel/core/workspace/open-tabs/save-at-lock-service.ts")).savesAtLock,
);

/** Automatic saving, loaded unless the user saves with the button. Without its code what is typed is kept as a draft. */
export function createLazyAutosave(tabs: Library["tabs"]): Library["runAutosave"] {
  return (given) => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void import("@satchel/core/workspace/open-tabs/autosave-service.ts")
      .then(({ runAutosave }) => {
        if (!isOver) stop = runAutosave({ tabs, timers: browserTimers, clock: browserClock, ...given });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  };
}

type RepairCode = Pick<typeof import("./on-demand/repair-cache.ts"), "repairCache">;
type RepairOutcome = Promise<Result<Repair, LibraryProblem>>;

/** Repairing a broken database. Loaded once a library is open, so that a repair does not need the network. */
export const fetchRepair = (): Promise<RepairCode> => loadWithRetry(() => import("./on-demand/repair-cache.ts"), browserTimers);

export function repairLazily(deps: RepairDeps, load: () => Promise<RepairCode> = fetchRepair): RepairOutcome {
  return lazyModule(load).ask<Result<Repair, LibraryProblem>>(({ repairCache }) => repairCache(deps), NOT_LOADED);
}

type UnsentCode = Pick<typeof import("@satchel/core/vault/account/unsent-service.ts"), "sealUnsent" | "restoreUnsent">;
type Open = Parameters<UnsentCode["sealUnsent"]>[1];
type Load = () => Promise<UnsentCode>;

const fetchUnsent: Load = () => loadWithRetry(() => import("@satchel/core/vault/account/unsent-service.ts"), browserTimers);

/** Seals unsent work of a revoked session. Resolves to false if the code cannot load: then nothing may be deleted. */
export function sealUnsentLazily(deps: UnsentDeps, open: Open, load: Load = fetchUnsent): Promise<boolean> {
  return lazyModule(load).ask(({ sealUnsent }) => sealUnsent(deps, open), false);
}

/** The library that receives the texts, and the vault they were sealed under. */
type RestoreTarget = { readonly library: LocalCopy; readonly vaultId: string };

/** Returns how many were restored. If the code cannot load, all stay stored until the library opens again. */
export async function restoreUnsentLazily(deps: UnsentDeps, into: RestoreTarget, load: Load = fetchUnsent): Promise<number> {
  const { library, vaultId } = into;
  const kept = await deps.kept.list(vaultId);
  if (!kept.ok || kept.value.length === 0) return 0;
  return lazyModule(load).ask(({ restoreUnsent }) => restoreUnsent(deps, library, vaultId), 0);
}
