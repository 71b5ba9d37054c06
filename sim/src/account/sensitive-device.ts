/**
 * One browser of a user with a Sensitive folder: the whole account over HTTP with real keys, and their notes, tabs and drafts composed as
 * in the app, over a disk that outlives the page and a drive that devices share. A page can crash at any write to its disk.
 */

import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import type { DraftStore, TabStore } from "@satchel/core/ports/device/local-store.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { MERGING_HERE } from "@satchel/core/testing/loaded-rules.ts";
import { createMemoryAttachmentRemote } from "@satchel/core/testing/memory-attachment-remote.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createMemoryRemoteStore } from "@satchel/core/testing/memory-remote-store.ts";
import { NO_FILES } from "@satchel/core/testing/memory-resealing.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { openTexts } from "@satchel/core/vault/sensitive/opened-texts-service.ts";
import { createSensitiveNotes } from "@satchel/core/vault/sensitive/sensitive-notes-service.ts";
import { createUnlockedNotes } from "@satchel/core/vault/sensitive/unlocked-notes-service.ts";
import { createTabsService } from "@satchel/core/workspace/open-tabs/tabs-service.ts";
import { createProfile, openPage, type Profile, type Tab } from "./browser.ts";
import { toSearchable, type WatchedDrive } from "./watched-drive.ts";

/** The parts that outlive a page. */
export type Machine = { readonly name: string; readonly profile: Profile; tab: Tab; readonly disk: MemoryDisk; pages: number };

export function createMachine(name: string): Machine {
  return { name, profile: createProfile(), tab: { session: undefined }, disk: new MemoryDisk(name), pages: 0 };
}

/** Lifetime of a page: after a given number of passes of its disk it ends, and its running calls never resolve. */
function createLife() {
  let reportDeath = (): void => undefined;
  const died = new Promise<true>((resolve) => {
    reportDeath = () => resolve(true);
  });
  const life = { passesLeft: Number.POSITIVE_INFINITY, isOver: false, died };
  const gate = async (): Promise<undefined> => {
    life.passesLeft -= 1;
    if (life.passesLeft > 0) return undefined;
    life.isOver = true;
    reportDeath();
    return new Promise<never>(() => undefined);
  };
  return { life, gate };
}

/** Drafts and tabs are written beside the library's transactions, and end with the page like those. */
function createGatedStore(store: MemoryLocalStore, gate: () => Promise<undefined>): DraftStore & TabStore {
  const within = async <Value>(write: () => Promise<Value>): Promise<Value> => {
    await gate();
    const written = await write();
    await gate();
    return written;
  };
  return {
    loadDrafts: () => store.loadDrafts(),
    putDraft: (draft) => within(() => store.putDraft(draft)),
    removeDraft: (draftId) => within(() => store.removeDraft(draftId)),
    loadTabs: (windowId) => store.loadTabs(windowId),
    putTabs: (...given) => within(() => store.putTabs(...given)),
  };
}

export async function openSensitiveDevice(baseUrl: string, machine: Machine, drive: WatchedDrive) {
  machine.pages += 1;
  const page = await openPage(baseUrl, machine.profile, machine.tab);
  const { clock, codec, packs, line, sensitive: folder, keyring: sealing, quiet } = page;
  const { life, gate } = createLife();
  const store = new MemoryLocalStore(machine.disk, { gate });
  const gatedStore = createGatedStore(store, gate);
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error("the memory store opens always");
  const library = opened.value;
  const ids = createSequenceIds(`${machine.name}${machine.pages}`);
  const texts = openTexts({ library, sealing, folder: folder.store });
  const notes = createUnlockedNotes({
    library,
    notes: createNotesService({ library, clock, timers: clock, ids, isSyncing: () => false, merging: MERGING_HERE }),
    sensitive: createSensitiveNotes({ library, sealing, clock, ids, drafts: gatedStore, files: NO_FILES, merging: MERGING_HERE }),
    texts: texts.store,
  });
  const tabs = createTabsService({
    notes,
    drafts: gatedStore,
    tabs: gatedStore,
    clock,
    ids,
    timers: clock,
    windowId: "window",
    sensitive: { sealing, folder },
  });
  await tabs.restore();
  const fault = async () => (line.isCut ? ({ kind: "offline" } as const) : undefined);
  const remote = createMemoryRemoteStore(drive, { md5: codec.md5, fault });
  const files = createMemoryAttachmentRemote(drive.attachments, { md5: codec.md5, fault });
  await quiet();
  return {
    ...page,
    machine,
    library,
    folder,
    notes,
    tabs,
    life,
    died: Promise.race([life.died, line.crashed]),
    isDead: () => life.isOver || line.isEnded,
    isUnlocked: () => folder.store.getState().kind === "unlocked",
    folderId(): string | undefined {
      return [...library.index.entities.values()].find((one) => one.kind === "folder" && one.folderType === "SENSITIVE")?.id;
    },
    async sync() {
      await runCycle({
        library,
        remote,
        codec,
        packs,
        attachments: { store, remote: files },
        sealing,
        mayPack: () => true,
        ids,
        random: () => 0.5,
        clock,
        isStopped: () => false,
      });
      notes.refresh();
    },
    /** Everything that a search of the machine would find, and everything sent to the server. */
    async stored(): Promise<string> {
      const { keys, credentials } = machine.profile;
      return toSearchable([machine.disk, await keys.read(), credentials.read(), machine.tab, line.requests]);
    },
    /** Everything that a page may show. */
    shown: () => toSearchable([notes.store.getState(), tabs.store.getState(), texts.store.getState()]),
    leave(): void {
      tabs.stop();
      texts.close();
      notes.close();
      library.close();
      life.passesLeft = 0;
      line.end();
    },
  };
}

export type SensitiveDevice = Awaited<ReturnType<typeof openSensitiveDevice>>;
