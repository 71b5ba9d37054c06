import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService } from "../../library/notes/notes-service.ts";
import { toBase } from "../../merge/bases.ts";
import { LAZY_MERGE } from "../../merge/lazy-merge.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { AUTOSAVE } from "../../model/limits/limits.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { draftOf, findTab, isDirty } from "../tabs/tab.ts";
import { runAutosave } from "./autosave-service.ts";
import { createTabsService } from "./tabs-service.ts";
import type { SaveProblem } from "./tabs-service-types.ts";

const ids = createSequenceIds();

// Its code is loaded when it is first needed, which takes as long as it takes.
beforeAll(async () => void (await LAZY_MERGE.load()));

type Situation = { chosen: boolean; pending: boolean; diskProblem: StoreProblem | undefined; writesAfter?: Promise<void> };

/** One browser tab of the app with autosave, on a disk that outlives it. */
async function openWindow({ disk = new MemoryDisk("dev001"), clock = new ManualClock(), situation = normal() } = {}) {
  const store = new MemoryLocalStore(disk, {
    gate: async (at) => {
      if (at === "before-commit") await situation.writesAfter;
      return at === "before-commit" ? situation.diskProblem : undefined;
    },
  });
  const library = await openLibrary({ writers: createTestWriters(), store });
  if (!library.ok) throw new Error("the memory store opens always");
  const notes = createNotesService({ library: library.value, clock, ids, timers: clock, isSyncing: () => false });
  const tabs = createTabsService({
    notes,
    drafts: store,
    tabs: store,
    clock,
    ids,
    timers: clock,
    windowId: "window",
    savesAutomatically: () => situation.chosen,
  });
  const saved: string[] = [];
  const failures: SaveProblem["kind"][] = [];
  const stop = runAutosave({
    tabs,
    timers: clock,
    clock,
    isChosen: () => situation.chosen,
    isAsking: () => situation.pending,
    onSaved: (note) => saved.push(note.content),
    onFailed: (_, problem) => failures.push(problem.kind),
  });
  await tabs.restore();
  const tab = (id: string) => findTab(tabs.store.getState().tabs, id);
  const arrive = (noteId: string, change: (content: string) => string, counter = 1) =>
    library.value.transact(
      { entities: [noteId] },
      (seen) => {
        const note = seen.entities.get(noteId) as NoteEntity;
        const theirs = { ...note, content: change(note.content), vv: { ...note.vv, phone1: counter }, mtime: note.mtime + 1 };
        return { writes: { entities: [theirs], bases: [toBase(note)] }, answer: undefined };
      },
      "sync",
    );
  const contentOf = async (noteId: string) => {
    const read = await notes.open(noteId);
    return read.ok ? read.value.content : undefined;
  };
  return { disk, clock, situation, notes, tabs, tab, arrive, saved, failures, contentOf, stop };
}

function normal(): Situation {
  return { chosen: true, pending: false, diskProblem: undefined };
}

async function editing(situation = normal()) {
  const window = await openWindow({ situation });
  const created = await window.notes.create({ title: "Milk", content: "<p>two</p>" }, null);
  if (!created.ok) throw new Error("the note was not made");
  const id = window.tabs.openEdit(created.value.noteId);
  await flushPromises();
  const type = (content: string) => window.tabs.editDraft(id, { content });
  return { ...window, id, noteId: created.value.noteId, type };
}

describe("decision 0042 Saving automatically", () => {
  it("saves an edit a second after the last change and stays in the editor", async () => {
    const { type, clock, contentOf, noteId, tab, id, disk, saved } = await editing();
    type("<p>three</p>");
    await clock.advance(AUTOSAVE.afterMs - 1);
    type("<p>four</p>");
    await clock.advance(AUTOSAVE.afterMs - 1);
    expect(await contentOf(noteId)).toBe("<p>two</p>");

    await clock.advance(1);
    expect(await contentOf(noteId)).toBe("<p>four</p>");
    expect(tab(id)).toMatchObject({ type: "edit", editing: { kind: "open" } });
    expect(isDirty(tab(id) as NonNullable<ReturnType<typeof tab>>)).toBe(false);
    expect(saved).toEqual(["<p>four</p>"]);
    expect(disk.drafts.size).toBe(0);
  });

  it("keeps what is typed while a save is under way, if the page ends before the save does", async () => {
    const situation = normal();
    const { type, clock, disk, tabs, stop, noteId } = await editing(situation);
    type("<p>two three</p>");
    let commit = (): void => undefined;
    // The save reaches the disk after the draft that the end of the page writes.
    situation.writesAfter = new Promise((resolve) => (commit = resolve));
    await clock.advance(AUTOSAVE.afterMs);
    delete situation.writesAfter;
    await clock.advance(1);
    type("<p>two three four</p>");
    void tabs.flush();
    await flushPromises();
    stop();
    tabs.stop();
    const dying = new MemoryLocalStore(disk);
    const kept = await dying.loadDrafts();
    expect(kept.ok && kept.value.map(({ content }) => content)).toEqual(["<p>two three four</p>"]);
    // From here on the old page runs nothing: its commit lands, and its next write does not.
    const drafts = new Map(disk.drafts);
    const put = disk.drafts.set.bind(disk.drafts);
    disk.drafts.set = () => disk.drafts;
    commit();
    await flushPromises();
    disk.drafts.set = put;
    expect(disk.entities.get(noteId)).toMatchObject({ content: "<p>two three</p>" });
    expect(disk.drafts).toEqual(drafts);

    const again = await openWindow({ disk, clock, situation });
    await clock.advance(AUTOSAVE.afterMs);
    await flushPromises();
    expect(await again.contentOf(noteId)).toBe("<p>two three four</p>");
  });

  it("removes the draft of a saved text though the clock has gone back since it was written", async () => {
    const { type, clock, disk, tabs, id, stop, noteId } = await editing();
    type("<p>three</p>");
    await tabs.flush();
    clock.sleep(-3_600_000);
    await tabs.save(id);
    expect(disk.drafts.size).toBe(0);

    const next = tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(next, { content: "<p>four</p>" });
    await tabs.flush();
    stop();
    tabs.stop();
    clock.sleep(-3_600_000);
    const again = await openWindow({ disk, clock });
    await flushPromises();
    await again.tabs.save(next);
    expect(await again.contentOf(noteId)).toBe("<p>four</p>");
    expect(disk.drafts.size).toBe(0);
  });

  it("does nothing with the Save button alone", async () => {
    const { type, clock, contentOf, noteId, situation } = await editing();
    situation.chosen = false;
    type("<p>three</p>");
    await clock.advance(60_000);
    expect(await contentOf(noteId)).toBe("<p>two</p>");
  });

  it("saves every ten seconds while someone types without a pause", async () => {
    const { type, clock, noteId, contentOf, saved } = await editing();
    let typed = "";
    for (let key = 0; key < 200; key += 1) {
      typed += "x";
      type(`<p>${typed}</p>`);
      await clock.advance(150);
    }
    expect(saved).toHaveLength(2);
    expect((await contentOf(noteId))?.length).toBeGreaterThan(60);
    await clock.advance(AUTOSAVE.afterMs);
    expect(await contentOf(noteId)).toBe(`<p>${typed}</p>`);
  });

  it("saves at once when another tab comes to the front", async () => {
    const { type, clock, notes, tabs, contentOf, noteId } = await editing();
    const other = await notes.create({ title: "Bread", content: "" }, null);
    type("<p>three</p>");
    tabs.openView(other.ok ? other.value.noteId : "");
    await clock.advance(0);
    expect(await contentOf(noteId)).toBe("<p>three</p>");
  });

  it("lists a new note from its first character and goes on in the same tab", async () => {
    const { tabs, clock, notes, tab, disk, contentOf } = await openWindow();
    const id = tabs.openNew(null);
    await clock.advance(60_000);
    expect(notes.store.getState().notes).toEqual([]);
    tabs.editDraft(id, { content: "<p>M</p>" });
    await clock.advance(0);
    const [note] = notes.store.getState().notes;
    expect(tab(id)).toMatchObject({ id, type: "edit", isFresh: true, noteId: note?.noteId });
    expect(note).toMatchObject({ title: "", preview: "M" });
    tabs.editDraft(id, { content: "<p>Milk</p><p>and bread</p>" });
    await clock.advance(AUTOSAVE.afterMs);
    expect(notes.store.getState().notes).toMatchObject([{ title: "", preview: "Milk\nand bread" }]);
    expect(await contentOf(note?.noteId ?? "")).toBe("<p>Milk</p><p>and bread</p>");
    expect(disk.drafts.size).toBe(0);
  });

  it("keeps what is typed while a new note is created", async () => {
    const { tabs, clock, notes, contentOf } = await openWindow();
    const id = tabs.openNew(null);
    tabs.editDraft(id, { title: "M" });
    const saving = tabs.save(id, { isAutomatic: true });
    tabs.editDraft(id, { title: "Milk", content: "<p>two</p>" });
    await saving;
    await clock.advance(AUTOSAVE.afterMs);
    const [note, ...others] = notes.store.getState().notes;
    expect(others).toEqual([]);
    expect(note?.title).toBe("Milk");
    expect(await contentOf(note?.noteId ?? "")).toBe("<p>two</p>");
  });

  it("saves what was typed while the new note was created, without another key", async () => {
    const situation = normal();
    const { tabs, clock, notes } = await openWindow({ situation });
    const id = tabs.openNew(null);
    let release = (): void => undefined;
    situation.writesAfter = new Promise((resolve) => {
      release = resolve;
    });
    tabs.editDraft(id, { title: "M" });
    await clock.advance(0);
    tabs.editDraft(id, { title: "Milk" });
    await clock.advance(0);
    release();
    await clock.advance(AUTOSAVE.afterMs);
    expect(notes.store.getState().notes).toMatchObject([{ title: "Milk" }]);
  });

  it("leaves nothing of a new note whose text was deleted again", async () => {
    const { tabs, clock, notes, tab, disk, saved } = await openWindow();
    const id = tabs.openNew(null);
    tabs.editDraft(id, { title: "Milk", content: "<p>two</p>" });
    await clock.advance(AUTOSAVE.afterMs);
    const [note] = notes.store.getState().notes;
    tabs.editDraft(id, { title: "", content: "<p></p>" });
    await clock.advance(AUTOSAVE.afterMs);
    expect(notes.store.getState().notes).toEqual([]);
    expect(disk.entities.get(note?.noteId ?? "")).toMatchObject({ title: "", content: "", purged: expect.any(String) });
    expect(tab(id)).toMatchObject({ type: "new" });
    expect(saved).toHaveLength(1);
    expect(disk.drafts.size).toBe(0);

    tabs.editDraft(id, { content: "<p>again</p>" });
    await clock.advance(AUTOSAVE.afterMs);
    expect(notes.store.getState().notes).toMatchObject([{ preview: "again" }]);
    expect(notes.store.getState().notes[0]?.noteId).not.toBe(note?.noteId);
  });

  it("keeps a new note that another device has written into, though its text was deleted here", async () => {
    const { tabs, clock, notes, arrive, contentOf } = await openWindow();
    const id = tabs.openNew(null);
    tabs.editDraft(id, { title: "Milk", content: "<p>two</p>" });
    await clock.advance(AUTOSAVE.afterMs);
    const noteId = notes.store.getState().notes[0]?.noteId ?? "";
    tabs.editDraft(id, { title: "", content: "<p></p>" });
    await arrive(noteId, (content) => `${content}<p>theirs</p>`);
    await clock.advance(AUTOSAVE.afterMs);
    expect(await contentOf(noteId)).toContain("theirs");
  });

  it("closes a new tab that never had a text, and shows a note that has one", async () => {
    const { tabs, clock, notes, tab } = await openWindow();
    const empty = tabs.openNew(null);
    await tabs.finish(empty);
    expect(tab(empty)).toBeUndefined();
    const id = tabs.openNew(null);
    tabs.editDraft(id, { title: "Milk" });
    await tabs.finish(id);
    expect(tab(id)).toMatchObject({ type: "view" });
    expect(tab(id)).not.toHaveProperty("isFresh");
    await clock.advance(60_000);
    expect(notes.store.getState().notes).toMatchObject([{ title: "Milk" }]);
  });

  it("edits a note in the tab that shows it, and never in a second one", async () => {
    const { tabs, tab, notes } = await openWindow();
    const made = await notes.create({ title: "Milk", content: "<p>two</p>" }, null);
    const noteId = made.ok ? made.value.noteId : "";
    const id = tabs.openView(noteId);
    expect(tabs.openEdit(noteId)).toBe(id);
    await flushPromises();
    expect(tab(id)).toMatchObject({ type: "edit", editing: { kind: "open" } });
    expect(tabs.openView(noteId)).toBe(id);
    expect(tab(id)).toMatchObject({ type: "edit" });
    await tabs.finish(id);
    expect(tabs.store.getState().tabs).toMatchObject([{ id, type: "view" }]);
  });

  it("saves everything at once when it is asked to, and says what cannot be saved", async () => {
    const { type, tabs, situation, contentOf, noteId } = await editing();
    type("<p>three</p>");
    expect(await tabs.saveAll()).toEqual([]);
    expect(await contentOf(noteId)).toBe("<p>three</p>");
    situation.diskProblem = { kind: "storage-full" };
    type("<p>four</p>");
    const [left] = await tabs.saveAll();
    expect(tabs.store.getState().saveProblems.get(left?.id ?? "")).toEqual({ kind: "storage-full" });
    situation.diskProblem = undefined;
    expect(await tabs.saveAll()).toEqual([]);
    expect(tabs.store.getState().saveProblems.size).toBe(0);
  });

  it("brings a new note back as itself after a crash right after it was created", async () => {
    const { tabs, clock, notes, disk, situation, stop } = await openWindow();
    const id = tabs.openNew(null);
    const stored = [...disk.tabs];
    tabs.editDraft(id, { title: "M" });
    await clock.advance(0);
    tabs.editDraft(id, { title: "Milk" });
    await clock.advance(500);
    stop();
    tabs.stop();
    // The list of tabs was not written any more.
    disk.tabs.clear();
    for (const [windowId, open] of stored) disk.tabs.set(windowId, open);
    const again = await openWindow({ disk, clock, situation });
    await clock.advance(AUTOSAVE.afterMs);
    expect(again.notes.store.getState().notes).toMatchObject([{ title: "Milk" }]);
    expect(again.notes.store.getState().notes).toHaveLength(1);
    void notes;
  });

  it("waits for pending content, and saves it once it is there", async () => {
    const { type, clock, contentOf, noteId, situation } = await editing();
    situation.pending = true;
    type("<p>three</p>");
    await clock.advance(30_000);
    expect(await contentOf(noteId)).toBe("<p>two</p>");
    situation.pending = false;
    await clock.advance(AUTOSAVE.afterMs);
    expect(await contentOf(noteId)).toBe("<p>three</p>");
  });

  it("waits for a paste that the editor prepares, and saves the result", async () => {
    const { type, clock, contentOf, noteId, tabs, id, saved } = await editing();
    const editor = tabs.connectEditor(id, { flush: () => undefined });
    editor.setPending(0);
    type("<p>three in words</p>");
    await clock.advance(30_000);
    expect(await contentOf(noteId)).toBe("<p>two</p>");
    type("<p><strong>three</strong></p>");
    editor.setPending(undefined);
    await clock.advance(AUTOSAVE.afterMs);
    expect(saved).toEqual(["<p><strong>three</strong></p>"]);
  });

  it("keeps in the tab what cannot be saved, a title that is too long", async () => {
    const { tabs, id, clock, notes, noteId, failures } = await editing();
    tabs.editDraft(id, { title: "x".repeat(256), content: "<p>three</p>" });
    await clock.advance(60_000);
    expect(tabs.store.getState().saveProblems.get(id)).toEqual({ kind: "title-too-long" });
    expect(await notes.open(noteId)).toMatchObject({ value: { title: "Milk", content: "<p>two</p>" } });
    expect(failures).toEqual([]);
  });

  it("keeps what is typed while it saves, and saves that after its own pause", async () => {
    const { tabs, type, clock, contentOf, noteId, tab, id } = await editing();
    type("<p>three</p>");
    await clock.advance(AUTOSAVE.afterMs - 1);
    const saving = tabs.save(id, { isAutomatic: true });
    type("<p>three four</p>");
    await saving;
    expect(draftOf(tab(id) as NonNullable<ReturnType<typeof tab>>)?.content).toBe("<p>three four</p>");
    expect(await contentOf(noteId)).toBe("<p>three</p>");
    await clock.advance(AUTOSAVE.afterMs);
    expect(await contentOf(noteId)).toBe("<p>three four</p>");
  });

  it("merges a version that arrives while someone types, and doubles nothing", async () => {
    const { type, clock, arrive, contentOf, noteId, tab, id, failures } = await editing();
    type("<p>two</p><p>typed</p>");
    await arrive(noteId, (content) => `<p>theirs</p>${content}`);
    await clock.advance(AUTOSAVE.afterMs);
    expect(await contentOf(noteId)).toBe("<p>theirs</p><p>two</p><p>typed</p>");
    expect(draftOf(tab(id) as NonNullable<ReturnType<typeof tab>>)?.content).toBe("<p>theirs</p><p>two</p><p>typed</p>");
    expect(failures).toEqual([]);
    type("<p>theirs</p><p>two</p><p>typed</p><p>more</p>");
    await clock.advance(AUTOSAVE.afterMs);
    expect(await contentOf(noteId)).toBe("<p>theirs</p><p>two</p><p>typed</p><p>more</p>");
  });

  it("reports a full disk once, keeps the text, and saves it when there is space", async () => {
    const { type, clock, contentOf, noteId, situation, failures, tab, id } = await editing();
    situation.diskProblem = { kind: "storage-full" };
    type("<p>three</p>");
    await clock.advance(AUTOSAVE.afterMs + 2 * AUTOSAVE.retryMs);
    expect(failures).toEqual(["storage-full"]);
    expect(draftOf(tab(id) as NonNullable<ReturnType<typeof tab>>)?.content).toBe("<p>three</p>");

    situation.diskProblem = undefined;
    await clock.advance(AUTOSAVE.retryMs);
    expect(await contentOf(noteId)).toBe("<p>three</p>");
  });

  it("saves text that was recovered after a crash", async () => {
    const { type, clock, disk, situation, noteId, tabs, stop } = await editing();
    type("<p>three</p>");
    await clock.advance(AUTOSAVE.afterMs - 1);
    stop();
    tabs.stop();
    const again = await openWindow({ disk, clock, situation });
    await clock.advance(AUTOSAVE.afterMs);
    expect(await again.contentOf(noteId)).toBe("<p>three</p>");
    expect(disk.drafts.size).toBe(0);
  });

  it("does not save a closed tab, or after it was stopped", async () => {
    const { type, tabs, id, clock, contentOf, noteId, stop } = await editing();
    type("<p>three</p>");
    tabs.close(id);
    await clock.advance(60_000);
    expect(await contentOf(noteId)).toBe("<p>two</p>");
    tabs.openEdit(noteId);
    await flushPromises();
    tabs.editDraft(tabs.store.getState().activeTabId as string, { content: "<p>four</p>" });
    stop();
    await clock.advance(60_000);
    expect(await contentOf(noteId)).toBe("<p>two</p>");
  });

  it("does not save again after a manual Save in the meantime", async () => {
    const { tabs, type, id, tab, notes, noteId } = await editing();
    type("<p>three</p>");
    const [automatic, asked] = await Promise.all([tabs.save(id, { isAutomatic: true }), tabs.save(id)]);
    expect(tab(id)).toMatchObject({ type: "view" });
    expect(automatic.ok && asked.ok && asked.value.vv).toEqual(automatic.ok && automatic.value.vv);
    expect(await notes.open(noteId)).toMatchObject({ value: { content: "<p>three</p>" } });
  });

  it("does not make the editor busy", async () => {
    const { tabs, type, id } = await editing();
    type("<p>three</p>");
    const saving = tabs.save(id, { isAutomatic: true });
    expect(tabs.store.getState().saving.has(id)).toBe(false);
    const asked = tabs.save(id);
    await saving;
    await asked;
    expect(tabs.store.getState().saving.size).toBe(0);
  });
});

type Plain = "type" | "arrive" | "save" | "merge" | "full" | "space" | "pending" | "arrived" | "crash" | "leave";
type Step =
  | { readonly kind: Plain }
  | { readonly kind: "wait"; readonly ms: number }
  /** Types until the save is due, and again in the same paragraph `turns` turns after it has begun. */
  | { readonly kind: "type-while-saving"; readonly turns: number };

/** Turns that the clock yields before it runs a timer. */
const FLUSH_TURNS = 200;
const OTHERS: readonly Plain[] = ["arrive", "save", "merge", "full", "space", "pending", "arrived", "crash", "leave"];
const STEPS: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ kind: "type" }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 7000 }) }),
  fc.record({ kind: fc.constant("type-while-saving" as const), turns: fc.nat(60) }),
  fc.constantFrom(...OTHERS.map((kind): Step => ({ kind }))),
);

describe("autosave never loses or duplicates text", () => {
  it("with any order of edits, saves, foreign versions, full disks and crashes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { maxLength: 40 }), async (steps) => {
        const situation = normal();
        const clock = new ManualClock();
        let window = await openWindow({ situation, clock });
        const created = await window.notes.create({ title: "Milk", content: "<p>start</p>" }, null);
        if (!created.ok) throw new Error("the note was not made");
        const { noteId } = created.value;
        let [typed, theirs] = [0, 0];
        /** Words typed while the disk accepted drafts, which must survive a crash. */
        const words = new Set<string>();
        const open = async () => {
          const id = window.tabs.openEdit(noteId);
          await flushPromises();
          return id;
        };
        const type = (id: string, isSameParagraph = false) => {
          const draft = draftOf(window.tab(id) as NonNullable<ReturnType<typeof window.tab>>);
          if (draft === undefined) return;
          typed += 1;
          const word = `mine${typed}x`;
          words.add(word);
          const content = isSameParagraph ? draft.content.replace(/<.p>$/, ` ${word}</p>`) : `${draft.content}<p>${word}</p>`;
          window.tabs.editDraft(id, { content });
        };
        for (const step of steps) {
          if (step.kind === "type") type(await open());
          if (step.kind === "type-while-saving") {
            const id = await open();
            type(id);
            await clock.advance(AUTOSAVE.afterMs - 1);
            const saving = clock.advance(1);
            await flushPromises(FLUSH_TURNS + step.turns);
            type(id, true);
            await saving;
          }
          if (step.kind === "wait") await clock.advance(step.ms);
          if (step.kind === "arrive") {
            theirs += 1;
            const word = `theirs${theirs}x`;
            const arrived = await window.arrive(noteId, (content) => `<p>${word}</p>${content}`, theirs);
            if (arrived.ok) words.add(word);
          }
          if (step.kind === "save") await window.tabs.save(await open());
          if (step.kind === "merge") await window.tabs.save(await open(), { staysOpen: true });
          if (step.kind === "full") situation.diskProblem = { kind: "storage-full" };
          if (step.kind === "space") situation.diskProblem = undefined;
          if (step.kind === "pending") situation.pending = true;
          if (step.kind === "arrived") situation.pending = false;
          if (step.kind === "leave") window.tabs.activate(window.tabs.openView(noteId));
          if (step.kind === "crash" && situation.diskProblem === undefined) {
            await clock.advance(1000);
            if (window.tabs.store.getState().draftProblem !== undefined) continue;
            window.stop();
            window.tabs.stop();
            window = await openWindow({ disk: window.disk, clock, situation });
          }
        }
        situation.diskProblem = undefined;
        situation.pending = false;
        await window.tabs.save(await open());
        const texts = await Promise.all(window.notes.store.getState().notes.map((note) => window.contentOf(note.noteId)));
        const own = (await window.contentOf(noteId)) ?? "";
        for (const word of words) {
          expect(
            texts.some((text) => text?.includes(word)),
            `${word} is in ${JSON.stringify(texts)}`,
          ).toBe(true);
          expect(own.split(word).length - 1, `${word} in ${own}`).toBe(1);
        }
        expect(texts).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });
});
