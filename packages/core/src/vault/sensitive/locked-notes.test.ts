/**
 * Property test over random orders: while the folder is locked, no sensitive text is unencrypted on the device, in lists, the search index
 * or a backup.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGivenSearch } from "../../library/search/in-memory-search-service.ts";
import { createSearchEngine } from "../../library/search/search-engine-service.ts";
import { toBase } from "../../merge/bases.ts";
import { ok } from "../../model/result.ts";
import type { BackupContent } from "../../ports/transfer/backup-archives.ts";
import { flushPromises } from "../../testing/manual-clock.ts";
import { MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemorySearchTexts } from "../../testing/memory-search-texts.ts";
import { FOLDER_PASSWORD, openSensitiveWindow } from "../../testing/sensitive-window.ts";
import { createBackupService } from "../../transfer/backup/backup-service.ts";
import { createWorkspaceService } from "../../workspace/layout/workspace-service.ts";
import { createSearchService } from "../../workspace/search/search-service.ts";
import { draftOf } from "../../workspace/tabs/tab.ts";

type Window = Awaited<ReturnType<typeof openSensitiveWindow>>;
type Step =
  | { readonly kind: "create"; readonly isSensitive: boolean }
  | { readonly kind: "save" | "type" | "sent" | "move-in" | "remove"; readonly at: number }
  | { readonly kind: "unlock" | "lock" | "reload" | "search" };

/** Mostly unlocked, so that notes can be moved in. */
const LOCKING = ["unlock", "unlock", "unlock", "unlock", "lock", "reload", "search"] as const;

const at = fc.nat({ max: 2 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), isSensitive: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("save" as const, "type" as const, "sent" as const, "move-in" as const, "remove" as const),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...LOCKING) }) },
);

/** One device, and for each word the note that contains it. */
type World = {
  window: Window;
  search: ReturnType<typeof openSearch>;
  readonly words: Map<string, string>;
  /** Words of saved notes, which must be found again; other words are in drafts only. */
  readonly saved: Set<string>;
  readonly sensitive: Set<string>;
  readonly noteIds: string[];
  made: number;
};

function openSearch({ library, notes, disk, clock, texts }: Window) {
  const workspace = createWorkspaceService({ timers: clock, preferences: { read: () => undefined, write: () => undefined } });
  const openEngine = () => createSearchEngine(createMemorySearchTexts(new MemoryLocalStore(disk)), { now: Date.now });
  const search = createSearchService({
    library,
    notes,
    workspace,
    timers: clock,
    openEngine,
    unlocked: { texts: texts.store, openEngine: () => createGivenSearch(clock) },
  });
  return { service: search, workspace };
}

async function begin(): Promise<World> {
  const window = await openSensitiveWindow();
  return { window, search: openSearch(window), words: new Map(), saved: new Set(), sensitive: new Set(), noteIds: [], made: 0 };
}

function newWord(world: World): string {
  world.made += 1;
  return `word${world.made}zebra`;
}

async function write(world: World, noteId: string): Promise<void> {
  const opened = await world.window.notes.open(noteId);
  if (!opened.ok) return;
  const word = newWord(world);
  const { title, content, vv } = opened.value;
  const saved = await world.window.notes.save(noteId, { title: `${title} ${word}`, content: `${content}<p>${word}</p>` }, { seen: { vv } });
  if (!saved.ok) return;
  world.words.set(word, noteId);
  world.saved.add(word);
}

/** Types into an open tab without saving, so that the device has a draft. */
async function typeInto(world: World, noteId: string): Promise<void> {
  const { tabs, notes } = world.window;
  const opened = await notes.open(noteId);
  if (!opened.ok) return;
  const word = newWord(world);
  const tabId = tabs.openEdit(noteId);
  await flushPromises();
  const tab = world.window.tab(tabId);
  const draft = tab && draftOf(tab);
  if (draft === undefined) return;
  tabs.editDraft(tabId, { content: `${draft.content}<p>${word}</p>` });
  await tabs.flush();
  world.words.set(word, noteId);
}

/** Keeps a base as sync does before it uploads a version. */
async function keepBase({ window: { library } }: World, noteId: string): Promise<void> {
  await library.transact(
    { entities: [noteId] },
    ({ entities }) => {
      const note = entities.get(noteId);
      return { writes: note === undefined ? {} : { bases: [toBase(note)] }, answer: undefined };
    },
    "sync",
  );
}

async function create(world: World, isSensitive: boolean): Promise<void> {
  const { notes, folderId } = world.window;
  const word = newWord(world);
  const made = await notes.create({ title: word, content: `<p>${word}</p>` }, isSensitive ? folderId : null);
  if (!made.ok) return;
  world.noteIds.push(made.value.noteId);
  world.words.set(word, made.value.noteId);
  world.saved.add(word);
  if (isSensitive) world.sensitive.add(made.value.noteId);
}

async function take(world: World, step: Step): Promise<void> {
  const { window, noteIds } = world;
  if (step.kind === "create") await create(world, step.isSensitive);
  else if (step.kind === "unlock") await window.folder.unlock(FOLDER_PASSWORD);
  else if (step.kind === "lock") await window.folder.lock();
  else if (step.kind === "search") world.search.workspace.type("zebra");
  else if (step.kind === "reload") {
    await window.folder.lock();
    world.search.service.close();
    const { disk, clock, sensitiveStore, channels: tabs } = window;
    world.made += 1;
    world.window = await openSensitiveWindow({ disk, clock, sensitiveStore, tabs, windowId: `window${world.made}` });
    world.search = openSearch(world.window);
  } else if ("at" in step) {
    const noteId = noteIds[step.at % Math.max(1, noteIds.length)];
    if (noteId === undefined) return;
    if (step.kind === "save") await write(world, noteId);
    if (step.kind === "type") await typeInto(world, noteId);
    if (step.kind === "sent") await keepBase(world, noteId);
    if (step.kind === "move-in" && (await window.notes.move(noteId, window.folderId)).ok) world.sensitive.add(noteId);
    if (step.kind === "remove") await window.notes.remove(noteId);
  }
  await flushPromises();
}

/** Everything that a backup without a password would contain. */
async function backedUp({ library, clock }: Window): Promise<string> {
  const parts: unknown[] = [];
  const written = async (content: BackupContent) => {
    parts.push(content.folders, [...(content.linkTitles ?? [])], content.sensitive);
    for (const group of content.noteGroups) parts.push(await content.readNotes(group));
    return ok({ totals: { notes: 0, folders: 0, attachments: 0, missing: [] }, save: () => undefined });
  };
  const backup = createBackupService({
    library,
    archives: { write: written, open: () => Promise.reject(new Error("nothing is restored here")) },
    attachments: { read: async () => undefined, has: async () => false, readSealed: async () => undefined, put: async () => ok(undefined) },
    sealedNotes: { adopt: async () => ok(undefined), knows: async () => false },
    sensitive: async () => [],
    clock,
    labels: { heading: "Notes", untitled: "Untitled", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" },
  });
  await backup.create(undefined);
  return JSON.stringify(parts);
}

async function checkLocked(world: World): Promise<void> {
  const { window, search, words } = world;
  await window.clock.advance(5000);
  const secret = [...words].flatMap(([word, noteId]) => (world.sensitive.has(noteId) ? [word] : []));
  const stored = window.stored();
  for (const word of secret) expect(stored.includes(word), `${word} on the device`).toBe(false);
  if (window.folder.store.getState().kind === "unlocked") return;
  const { excerpts, noteIds } = search.service.store.getState();
  const seen = {
    lists: JSON.stringify(window.notes.store.getState().notes),
    tabs: JSON.stringify(window.tabs.store.getState()),
    search: JSON.stringify([...excerpts]),
    backup: await backedUp(window),
  };
  for (const word of secret)
    for (const [where, text] of Object.entries(seen)) expect(text.includes(word), `${word} in ${where}`).toBe(false);
  expect((noteIds ?? []).filter((noteId) => world.sensitive.has(noteId))).toEqual([]);
}

async function checkNothingLost(world: World): Promise<void> {
  const { window, words, saved } = world;
  await window.folder.unlock(FOLDER_PASSWORD);
  await flushPromises();
  const texts = [JSON.stringify([window.tabs.store.getState()])];
  for (const noteId of world.noteIds) {
    const opened = await window.notes.open(noteId);
    if (opened.ok) texts.push(opened.value.content, opened.value.title);
  }
  const isListed = (noteId: string) => window.notes.store.getState().notesById.has(noteId);
  for (const [word, noteId] of words)
    if (saved.has(word) && isListed(noteId)) expect(texts.join().includes(word), `${word} is lost`).toBe(true);
}

describe("encryption.md 3.6 (i): a locked folder", () => {
  it("hides every word of its notes, and returns them all when unlocked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 30 }), async (steps) => {
        const world = await begin();
        await world.window.folder.unlock(FOLDER_PASSWORD);
        for (const step of steps) {
          await take(world, step);
          await checkLocked(world);
        }
        await world.window.folder.lock();
        await checkLocked(world);
        await checkNothingLost(world);
        world.search.service.close();
      }),
      { numRuns: 100 },
    );
  });
});
