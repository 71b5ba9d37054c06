import { beforeEach, describe, expect, it } from "vitest";
import { openLibrary } from "../../library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "../../library/notes/notes-service.ts";
import { toTags } from "../../model/entities/tags/tag-edits.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryKeys } from "../../testing/memory-sensitive-keys.ts";
import { FOLDER_PASSWORD, openSensitiveWindow } from "../../testing/sensitive-window.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { createTagsService } from "./tags-service.ts";

const clock = new ManualClock();
let disk: MemoryDisk;

beforeEach(() => {
  disk = new MemoryDisk("device");
});

async function openNotes() {
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false });
  return { notes, tags: createTagsService({ library, clock, sealing: createMemoryKeys() }) };
}

async function made(notes: OpenedNotesService, title: string, tags?: readonly string[]) {
  const created = await notes.create({ title, content: "<p>text</p>" }, null, tags === undefined ? {} : { tags: toTags(tags) });
  if (!created.ok) throw new Error(created.problem.kind);
  clock.sleep(1000);
  return created.value;
}

const tagsOf = ({ store }: Pick<OpenedNotesService, "store">) =>
  Object.fromEntries(store.getState().notes.map((note) => [note.title, note.tags]));

describe("decision 0047 editing tags", () => {
  it("gives a new note its tags, normalized, and lists them after a restart", async () => {
    await made((await openNotes()).notes, "Heron", [" sea ", "Birds", "birds"]);
    const again = await openNotes();
    expect(tagsOf(again.notes)).toEqual({ Heron: ["Birds", "sea"] });
  });

  it("adds and removes tags of several notes in one transaction, and takes it back exactly", async () => {
    const { notes, tags } = await openNotes();
    const heron = await made(notes, "Heron", ["Birds", "sea"]);
    const gull = await made(notes, "Gull", ["birds"]);
    const owl = await made(notes, "Owl");
    const published: unknown[] = [];
    notes.store.subscribe(() => published.push(tagsOf(notes)));
    const before = tagsOf(notes);

    const edit = { remove: ["birds"], add: ["Animals"] };
    const done = await tags.change([heron, gull, owl].map(({ noteId }) => ({ noteId, ...edit })));

    expect(published).toEqual([{ Heron: ["Animals", "sea"], Gull: ["Animals"], Owl: ["Animals"] }]);
    if (!done.ok) throw new Error(done.problem.kind);
    await tags.change(done.value);
    expect(tagsOf(notes)).toEqual(before);
  });

  it("writes nothing if no tag changes, and skips notes that are gone", async () => {
    const { notes, tags } = await openNotes();
    const { noteId, lastModified } = await made(notes, "Heron", ["birds"]);
    expect(
      await tags.change([
        { noteId, add: ["BIRDS"], remove: ["sea"] },
        { noteId: "gone", add: ["birds"] },
      ]),
    ).toEqual({
      ok: true,
      value: [],
    });
    expect(notes.store.getState().notesById.get(noteId)?.lastModified).toBe(lastModified);
  });

  it("keeps the time of the notes on request, as for a change of many notes", async () => {
    const { notes, tags } = await openNotes();
    const { noteId, lastModified } = await made(notes, "Heron", ["sea"]);
    await tags.change([{ noteId, add: ["birds"] }], { keepsTime: true });
    expect(notes.store.getState().notesById.get(noteId)).toMatchObject({ lastModified, tags: ["birds", "sea"] });
    await tags.change([{ noteId, add: ["owls"] }]);
    expect(notes.store.getState().notesById.get(noteId)?.lastModified).toBeGreaterThan(lastModified);
  });

  it.each(["tagged", "pinned"])("saves text that was typed before the note was %s, without a copy", async (how) => {
    const { notes, tags } = await openNotes();
    await notes.ensureDefaultFolders();
    const { noteId, title, content, vv } = await made(notes, "Heron");
    const pinned = notes.store.getState().folders.find(({ folderType }) => folderType === "PINNED");
    if (how === "tagged") await tags.change([{ noteId, add: ["birds"] }]);
    else await notes.move(noteId, pinned?.folderId ?? null);
    clock.sleep(1000);
    const text = { title, content };
    const saved = await notes.save(noteId, { title, content: "<p>text and more</p>" }, { seen: { vv, text, onNewer: "refuse" } });
    expect(saved).toMatchObject({ ok: true, value: { content: "<p>text and more</p>", ...(how === "tagged" && { tags: ["birds"] }) } });
    expect(notes.store.getState().notes).toHaveLength(1);
  });

  it("turns last lines of hashtags into tags, and puts exactly these lines back", async () => {
    const { notes, tags } = await openNotes();
    const texts = {
      Imported: "<p>text</p><p>#home-office #c++ #a&amp;b</p>",
      "Only a line": "<p>#birds</p>",
      "In the text": "<p>see #plan</p>",
      Number: "<p>text</p><p>#1 #2</p>",
      Color: "<p>text</p><p>#ff8800</p>",
      Bold: "<p>text</p><p><strong>#bold</strong></p>",
      Item: "<ul><li><p>#item</p></li></ul>",
    };
    for (const [title, content] of Object.entries(texts)) await notes.create({ title, content }, null, { tags: ["kept"] });
    const textOf = async (title: string) => {
      const opened = await notes.open(notes.store.getState().notes.find((note) => note.title === title)?.noteId ?? "");
      return opened.ok ? opened.value.content : "";
    };

    const found = await tags.findLines();
    if (!found.ok) throw new Error(found.problem.kind);
    expect(found.value.map(({ title, tags: line }) => [title, line])).toEqual([
      ["Imported", ["home-office", "c++", "a&b"]],
      ["Only a line", ["birds"]],
    ]);
    const done = await tags.change(
      notes.store.getState().notes.map(({ noteId }) => ({ noteId, line: "take" })),
      { keepsTime: true },
    );
    expect(await textOf("Imported")).toBe("<p>text</p>");
    expect(tagsOf(notes)).toMatchObject({
      Imported: ["a&b", "c++", "home-office", "kept"],
      "Only a line": ["birds", "kept"],
      Item: ["kept"],
    });
    expect(await tags.findLines()).toEqual({ ok: true, value: [] });
    if (!done.ok) throw new Error(done.problem.kind);
    await tags.change(done.value, { keepsTime: true });
    for (const [title, content] of Object.entries(texts)) expect(await textOf(title)).toBe(content);
    expect(Object.values(tagsOf(notes))).toEqual(Object.keys(texts).map(() => ["kept"]));
  });

  it("keeps tags through the trash and back", async () => {
    const { notes } = await openNotes();
    const { noteId } = await made(notes, "Heron", ["birds"]);
    await notes.remove(noteId);
    await notes.restore(noteId);
    expect(tagsOf(notes)).toEqual({ Heron: ["birds"] });
  });
});

describe("decision 0047 tags of sensitive notes", () => {
  it("are sealed with the text, and hidden while the folder is locked", async () => {
    const { notes, folder, folderId, library, clock: time, keys, stored } = await openSensitiveWindow();
    const tags = createTagsService({ library, clock: time, sealing: keys });
    await folder.unlock(FOLDER_PASSWORD);
    const plain = await notes.create({ title: "Shopping", content: "" }, null, { tags: ["zebrafinch"] });
    const diary = await notes.create({ title: "Diary", content: "" }, folderId, { tags: ["kingfisher"] });
    if (!plain.ok || !diary.ok) throw new Error("not made");
    await flushPromises();
    expect(tagsOf(notes)).toEqual({ Shopping: ["zebrafinch"], Diary: ["kingfisher"] });

    const done = await tags.change([plain.value, diary.value].map(({ noteId }) => ({ noteId, add: ["woodpecker"] })));
    await flushPromises();
    expect(tagsOf(notes)).toEqual({ Shopping: ["woodpecker", "zebrafinch"], Diary: ["kingfisher", "woodpecker"] });
    await tags.change(done.ok ? done.value : []);
    await notes.move(plain.value.noteId, folderId);
    await flushPromises();
    expect(tagsOf(notes)).toEqual({ Shopping: ["zebrafinch"], Diary: ["kingfisher"] });
    expect(stored()).not.toMatch(/zebrafinch|kingfisher/);

    await folder.lock();
    expect(notes.store.getState().notes.map((note) => note.tags)).toEqual([undefined, undefined]);
    expect(await tags.change([{ noteId: diary.value.noteId, add: ["late"] }])).toEqual({
      ok: false,
      problem: { kind: "sensitive-locked" },
    });
    await folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    await notes.move(plain.value.noteId, null);
    await flushPromises();
    expect(tagsOf(notes)).toEqual({ Shopping: ["zebrafinch"], Diary: ["kingfisher"] });
  });
});
