/** Contract of notes and folders over every library. Run by the cloud's database, local mode's, and the memory store. Spec A §7. */
import { beforeEach, describe, expect, it } from "vitest";
import { openLibrary } from "../library/index/library-service.ts";
import { createNotesService } from "../library/notes/notes-service.ts";
import { ok, type Result } from "../model/result.ts";
import type { LocalStore } from "../ports/device/local-store.ts";
import { openTexts } from "../vault/sensitive/opened-texts-service.ts";
import { createSensitiveNotes } from "../vault/sensitive/sensitive-notes-service.ts";
import { createUnlockedNotes } from "../vault/sensitive/unlocked-notes-service.ts";
import type { NoteStore } from "../workspace/note-store/note-store.ts";
import { createNoteStore } from "../workspace/note-store/note-store-service.ts";
import { ManualClock } from "./manual-clock.ts";
import { NO_FILES } from "./memory-resealing.ts";
import { createMemorySensitive, type MemorySensitive } from "./memory-sensitive.ts";
import { createSequenceIds } from "./sequence-ids.ts";
import { createTestWriters } from "./test-writers.ts";

/** `reopen` opens the same data again, as after a reload. */
type LibraryUnderTest = { readonly open: () => Promise<LocalStore>; readonly reopen: () => Promise<LocalStore> };

const NO_DRAFTS = { loadDrafts: async () => ok([]) };
const PASSWORD = "only for this folder";
const FOLDER = { name: "Recipes", description: "What we eat", color: "#22C55E" };

export function describeNoteStore(name: string, create: () => Promise<LibraryUnderTest>): void {
  describe(`note store contract: ${name}`, () => {
    const clock = new ManualClock();
    const ids = createSequenceIds();
    let under: LibraryUnderTest;
    let store: NoteStore;
    let disk: LocalStore;
    let key: MemorySensitive;

    const over = async (local: LocalStore): Promise<NoteStore> => {
      const library = await openLibrary({ writers: createTestWriters(), store: local });
      if (!library.ok) throw new Error(library.problem.kind);
      const notes = createNotesService({ library: library.value, clock, timers: clock, ids, isSyncing: () => false });
      disk = local;
      const sensitive = createSensitiveNotes({ library: library.value, sealing: key, clock, ids, drafts: NO_DRAFTS, files: NO_FILES });
      const texts = openTexts({ library: library.value, sealing: key, folder: key.store });
      const unlocked = createUnlockedNotes({ library: library.value, notes, sensitive, texts: texts.store });
      return createNoteStore({ library: library.value, notes: unlocked, unlock: (password) => key.unlock(password) });
    };
    const reload = async (): Promise<void> => {
      store = await over(await under.reopen());
    };
    beforeEach(async () => {
      key = createMemorySensitive(PASSWORD);
      under = await create();
      store = await over(await under.open());
    });

    const make = async (title: string, content = "", folderId: string | null = null) => {
      await clock.advance(1000);
      return given(await store.createNote({ title, content, folderId }));
    };
    const stored = async (noteId: string) => JSON.stringify([...given(await disk.readEntities([noteId])).values()]);
    const titlesOf = (page: Awaited<ReturnType<NoteStore["getNotes"]>>) => given(page).content.map(({ title }) => title);

    it("returns notes by page, last changed first", async () => {
      for (const title of ["one", "two", "three"]) await make(title, "<p>text</p>");

      expect(given(await store.getNotes())).toMatchObject({
        page: 0,
        currentPage: 0,
        size: 50,
        pageSize: 50,
        totalPages: 1,
        totalElements: 3,
        sortBy: "lastModified",
        sortDir: "desc",
      });
      expect(titlesOf(await store.getNotes({ size: 2 }))).toEqual(["three", "two"]);
      expect(given(await store.getNotes({ size: 2, page: 1 }))).toMatchObject({ totalPages: 2, content: [{ title: "one" }] });
      expect(titlesOf(await store.getNotes({ sort: "title" }))).toEqual(["one", "three", "two"]);
      expect(titlesOf(await store.getNotes({ sort: "created" }))).toEqual(["three", "two", "one"]);
    });

    it("returns texts on request, and notes of one folder only", async () => {
      const folder = given(await store.createFolder(FOLDER));
      await make("Bread", "<p>Flour and water</p>", folder.folderId);
      await make("Milk");

      const page = given(await store.getNotes({ folderId: folder.folderId, metadataOnly: false }));
      expect(page.content).toMatchObject([{ title: "Bread", content: "<p>Flour and water</p>" }]);
      expect(given(await store.getNotes()).content[0]).not.toHaveProperty("content");
      await reload();
      expect(titlesOf(await store.getNotes())).toEqual(["Milk", "Bread"]);
    });

    it("searches titles and previews, whole texts on request, and one folder on request", async () => {
      const folder = given(await store.createFolder(FOLDER));
      await make("Café au lait", `<p>${"x ".repeat(300)}needle</p>`, folder.folderId);
      await make("Haystack", "<p>straw</p>");
      const find = async (ask: Parameters<NoteStore["searchNotes"]>[0]) => given(await store.searchNotes(ask)).map(({ title }) => title);

      expect(await find({ term: "CAFE lait" })).toEqual(["Café au lait"]);
      expect(await find({ term: "needle" })).toEqual([]);
      expect(await find({ term: "needle", searchInContent: true })).toEqual(["Café au lait"]);
      expect(await find({ term: "a", folderId: folder.folderId })).toEqual(["Café au lait"]);
      expect(await find({ term: " " })).toEqual([]);
    });

    it("keeps created, changed and deleted notes across a reload", async () => {
      const kept = await make("Milk", "<p>two litres</p>");
      const gone = await make("Bread");
      expect(kept.noteId).toMatch(/^note-\d+-/);
      await clock.advance(1000);
      expect(given(await store.updateNote(kept.noteId, { content: "<p>three litres</p>" }))).toMatchObject({ title: "Milk" });
      expect(given(await store.deleteNote(gone.noteId))).toEqual({ success: true });
      await reload();

      expect(given(await store.getNoteById(kept.noteId))).toMatchObject({ title: "Milk", content: "<p>three litres</p>" });
      expect(await store.getNoteById(gone.noteId)).toEqual({ ok: false, problem: { kind: "not-found" } });
      expect(await store.deleteNote(gone.noteId)).toEqual({ ok: false, problem: { kind: "not-found" } });
      expect(given(await store.getDeletedNoteIds())).toEqual([gone.noteId]);
      expect(titlesOf(await store.getNotes())).toEqual(["Milk"]);
    });

    it("rejects an invalid note, and a change to a note that does not exist", async () => {
      const note = await make("Milk");
      expect(await store.createNote({ title: " ", content: "<p></p>", folderId: null })).toEqual(problem("nothing-to-save"));
      expect(await store.createNote({ title: "x".repeat(256), content: "", folderId: null })).toEqual(problem("title-too-long"));
      expect(await store.updateNote(note.noteId, { title: "" })).toEqual(problem("title-missing"));
      expect(await store.updateNote("note-none", { title: "a" })).toEqual(problem("not-found"));
      expect(await store.moveNoteToRoot("note-none")).toEqual(problem("not-found"));
    });

    it("reports notes updated since a time, with a growing version", async () => {
      await make("Milk");
      const sinceMs = clock.now();
      const bread = await make("Bread");
      const first = given(await store.getUpdatedNotes(sinceMs));
      await clock.advance(1000);
      await store.updateNote(bread.noteId, { title: "Rye" });
      const second = given(await store.getUpdatedNotes(sinceMs));

      expect(first).toMatchObject({ count: 1, updatedNotes: [{ noteId: bread.noteId, updatedAt: bread.lastModified }] });
      expect(second.count).toBe(1);
      const [before, after] = [first, second].map(({ updatedNotes }) => Number(updatedNotes[0]?.version));
      expect(after).toBeGreaterThan(before as number);
      expect(second.updatedNotes[0]?.updatedAt).toBe(given(await store.getNoteById(bread.noteId)).lastModified);
      expect(given(await store.getUpdatedNotes(clock.now()))).toEqual({ updatedNotes: [], count: 0 });
    });

    it("creates the default folders once, before the user's own", async () => {
      await store.createFolder(FOLDER);
      await store.initializeDefaultFolders();
      await store.initializeDefaultFolders();
      await reload();

      expect(given(await store.fetchFolders())).toMatchObject([
        {
          name: "Pinned",
          folderType: "PINNED",
          isDefault: true,
          color: "#FFD700",
          displayOrder: 1,
          description: "Important notes that need quick access",
        },
        {
          name: "Sensitive",
          folderType: "SENSITIVE",
          isDefault: true,
          color: "#DC2626",
          displayOrder: 2,
          description: "Private and confidential notes",
        },
        { ...FOLDER, folderType: "CUSTOM", isDefault: false },
      ]);
      const [pinned, sensitive] = given(await store.fetchFolders());
      expect(pinned?.folderId).toMatch(/^folder-pinned-/);
      expect(sensitive?.folderId).toMatch(/^folder-sensitive-/);
    });

    it("changes custom folders, and deletes empty ones only", async () => {
      const folder = given(await store.createFolder(FOLDER));
      expect(folder.folderId).toMatch(/^folder-\d+-/);
      const note = await make("Bread", "", folder.folderId);
      await store.updateFolder(folder.folderId, { ...FOLDER, name: "Cooking" });
      expect(await store.deleteFolder(folder.folderId)).toEqual(problem("folder-not-empty"));
      await store.moveNoteToRoot(note.noteId);
      await reload();
      expect(given(await store.fetchFolders())).toMatchObject([{ name: "Cooking" }]);
      expect(given(await store.getNoteById(note.noteId)).folderId).toBeNull();
      expect(given(await store.deleteFolder(folder.folderId))).toBeUndefined();
      await reload();
      expect(given(await store.fetchFolders())).toEqual([]);
    });

    it("moves and pins notes, and remembers the folder of a pinned one", async () => {
      await store.initializeDefaultFolders();
      const folder = given(await store.createFolder(FOLDER));
      const note = await make("Bread", "<p>rye</p>");
      await store.moveNote(note.noteId, folder.folderId);
      await store.pinNote(note.noteId);
      await reload();

      const [pinned] = given(await store.fetchFolders());
      const moved = given(await store.getNoteById(note.noteId));
      expect(moved).toMatchObject({ folderId: pinned?.folderId, pinnedFrom: folder.folderId, content: "<p>rye</p>" });
      expect(moved.lastModified).toBeGreaterThan(note.lastModified);
    });

    it("creates notes in the Sensitive folder with its password, fully sealed", async () => {
      expect(await store.createSensitiveNote({ title: "Diary", content: "<p>zebrafinch</p>" }, PASSWORD)).toEqual(problem("not-set-up"));
      await store.initializeDefaultFolders();
      expect(await store.createSensitiveNote({ title: "Diary", content: "<p>zebrafinch</p>" })).toEqual(problem("sensitive-locked"));
      expect(await store.createSensitiveNote({ title: "Diary", content: "<p>zebrafinch</p>" }, "wrong")).toEqual(
        problem("sensitive-refused"),
      );
      const { noteId } = given(await store.createSensitiveNote({ title: "Diary", content: "<p>zebrafinch</p>" }, PASSWORD));
      given(await store.updateNote(noteId, { title: "Journal" }));
      await reload();

      expect(given(await store.getNoteById(noteId))).toMatchObject({ title: "Journal", content: "<p>zebrafinch</p>", isEncrypted: true });
      key.lock();
      expect(given(await store.getNoteById(noteId))).toMatchObject({ title: "", content: "" });
      expect(await store.updateNote(noteId, { title: "Gone" })).toEqual(problem("sensitive-locked"));
      expect(await stored(noteId)).not.toMatch(/zebrafinch|Journal/);
    });

    it("moves notes across the border of the Sensitive folder with its password only", async () => {
      await store.initializeDefaultFolders();
      const folder = given(await store.fetchFolders()).find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "";
      const { noteId } = await make("Diary", "<p>zebrafinch</p>");
      expect(await store.moveNote(noteId, folder)).toEqual(problem("sensitive-locked"));
      given(await store.moveNote(noteId, folder, PASSWORD));
      key.lock();
      expect(await stored(noteId)).not.toMatch(/zebrafinch|Diary/);
      expect(await store.moveNoteToRoot(noteId)).toEqual(problem("sensitive-locked"));
      expect(await store.moveNoteToRoot(noteId, "wrong")).toEqual(problem("sensitive-refused"));
      given(await store.moveNoteToRoot(noteId, PASSWORD));
      await reload();

      expect(given(await store.getNoteById(noteId))).toMatchObject({
        title: "Diary",
        content: "<p>zebrafinch</p>",
        folderId: null,
        isEncrypted: false,
      });
    });
  });
}

function given<Value>(result: Result<Value, { readonly kind: string }>): Value {
  if (!result.ok) throw new Error(result.problem.kind);
  return result.value;
}

function problem(kind: string) {
  return { ok: false, problem: { kind } };
}
