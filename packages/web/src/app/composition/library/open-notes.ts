/** Parts shared by an account's and local mode's library: notes, those of the Sensitive folder, and the services for screens. */

import type { SyncMode } from "@satchel/core/connection/link.ts";
import { createResealing, type ResealDeps } from "@satchel/core/library/attachments/reseal-service.ts";
import type { Library as CoreLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import type { DraftStore, LocalStore, TabStore } from "@satchel/core/ports/device/local-store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { NoteSealing } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { openTexts } from "@satchel/core/vault/sensitive/opened-texts-service.ts";
import { createSensitiveNotes } from "@satchel/core/vault/sensitive/sensitive-notes-service.ts";
import type { SensitiveFolder } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import { createUnlockedNotes } from "@satchel/core/vault/sensitive/unlocked-notes-service.ts";
import { createSavingChoice } from "@satchel/core/workspace/appearance/appearance-service.ts";
import { createWorkspaceService } from "@satchel/core/workspace/layout/workspace-service.ts";
import { createTabsService } from "@satchel/core/workspace/open-tabs/tabs-service.ts";
import { browserClock, browserIds, browserTimers, pageVisibility } from "../../../adapters/browser/environment.ts";
import { livingWindows } from "../../../adapters/browser/window-id.ts";
import type { Library } from "../../../shared/services.ts";
import { createLazyAutosave, createLazySearch, LAZY_SAVING_AT_LOCK } from "../../lazy/lazy-library-services.ts";

export type OpenedLibrary = {
  readonly library: Library;
  /** Applies the sync mode; does nothing in local mode. */
  setSyncMode(mode: SyncMode): void;
  close(): Promise<void>;
};

export type OpenDeps = { readonly windowId: string; readonly preferences: Preferences; readonly onOutdated: () => void };

export type Outdated = { flush: () => Promise<unknown>; readonly run: () => Promise<void> };

/** Writes typed text before the database is closed by another tab. `flush` is set once the tabs exist. */
export function flushThen(onOutdated: () => void): Outdated {
  const outdated = {
    flush: async (): Promise<unknown> => undefined,
    run: async (): Promise<void> => {
      await outdated.flush();
      onOutdated();
    },
  };
  return outdated;
}

type NotesParts = {
  readonly sensitive: SensitiveFolder;
  readonly sealing: NoteSealing;
  readonly drafts: DraftStore;
  readonly files: Pick<ResealDeps, "attachments" | "codec">;
  readonly isCarrying: () => boolean;
};

/** Ordinary notes, and those of the Sensitive folder while it is unlocked. */
export function openNotes(library: CoreLibrary, { sensitive: folder, sealing, drafts, files, isCarrying }: NotesParts) {
  const own = { library, clock: browserClock, ids: browserIds };
  const texts = openTexts({ library, sealing, folder: folder.store });
  const inFolder = createSensitiveNotes({ ...own, sealing, drafts, files: createResealing({ ...own, ...files }) });
  const notes = createUnlockedNotes({
    library,
    notes: createNotesService({ ...own, timers: browserTimers, isSyncing: isCarrying }),
    sensitive: inFolder,
    texts: texts.store,
  });
  return { notes, inFolder, unlocked: { sealing, texts: texts.store, notesAtLock: inFolder, close: texts.close } };
}

type ScreenParts = Pick<OpenDeps, "windowId" | "preferences"> & {
  readonly stores: LocalStore & DraftStore & TabStore;
  readonly library: CoreLibrary;
  readonly databaseName: string;
  readonly notes: Library["notes"];
  readonly sensitive: SensitiveFolder;
  readonly unlocked: ReturnType<typeof openNotes>["unlocked"];
};

export function screenServices({
  stores,
  library,
  databaseName,
  notes,
  windowId,
  preferences,
  sensitive: folder,
  unlocked,
}: ScreenParts): Pick<Library, "unreadableRows" | "tabs" | "runAutosave" | "drafts" | "workspace" | "search"> {
  const workspace = createWorkspaceService({ timers: browserTimers, preferences });
  const tabs = createTabsService({
    notes,
    drafts: stores,
    tabs: stores,
    clock: browserClock,
    ids: browserIds,
    timers: browserTimers,
    windowId,
    windows: { living: livingWindows, onTurnedTo: pageVisibility.onVisible },
    savesAutomatically: createSavingChoice(preferences).isAutomatic,
    sensitive: { sealing: unlocked.sealing, folder, atLock: { notes: unlocked.notesAtLock, saving: LAZY_SAVING_AT_LOCK } },
  });
  return {
    unreadableRows: {
      countAtStart: library.unreadableRows,
      open: async () => (await import("../../../adapters/indexed-db/unreadable-rows.ts")).createUnreadableRows(databaseName),
    },
    tabs,
    runAutosave: createLazyAutosave(tabs),
    drafts: stores,
    workspace,
    search: createLazySearch({ library, notes, workspace, databaseName, texts: unlocked.texts }),
  };
}
