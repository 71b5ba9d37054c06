import { describe, expect, it } from "vitest";
import { noteIdsIn } from "../../document/references.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { toLight } from "../index/in-range.ts";
import { SyncIndex } from "../index/sync-index.ts";
import { backlinksOf, linkTargetOf } from "./note-list.ts";
import { projectLibrary } from "./note-projection.ts";
import { suggestNotes } from "./suggest-notes.ts";

const note = (noteId: string, title: string, more: Partial<NoteSummary> = {}): NoteSummary => ({
  noteId,
  title,
  preview: "",
  folderId: null,
  createdAt: 0,
  lastModified: 0,
  isEncrypted: false,
  attachments: [],
  sync: { kind: "in-your-drive" },
  ...more,
});
const locked = { isEncrypted: true, seal: "locked" } as const;
const opened = { isEncrypted: true, seal: "opened" } as const;

describe("links between notes", () => {
  it("are found in a text, each once", () => {
    const content = '<p><a data-note-id="a"></a> <a data-note-id="b"></a><a href="https://a.b">x</a></p><p><a data-note-id="a"></a></p>';
    expect(noteIdsIn(content)).toEqual(["a", "b"]);
    expect(noteIdsIn("<p>data-note-id</p>")).toEqual([]);
  });

  it("are known for a note without its text, and not for a sealed one", () => {
    const entity = { kind: "note", id: "n", title: "", content: '<p><a data-note-id="a"></a></p>', isEncrypted: false } as never;
    expect(toLight(entity)).toMatchObject({ linkIds: ["a"] });
    expect(toLight({ ...(entity as object), content: "<p>a</p>" } as never)).not.toHaveProperty("linkIds");
    expect(toLight({ ...(entity as object), isEncrypted: true } as never)).not.toHaveProperty("linkIds");
  });

  it("show the current title, and none for locked, deleted or unknown notes", () => {
    const notesById = new Map([note("a", "Milk"), note("s", "", locked), note("o", "Secret", opened)].map((one) => [one.noteId, one]));
    const of = (id: string, phase = "ready") => linkTargetOf({ phase, notesById }, id);
    expect(of("a")).toEqual({ kind: "note", title: "Milk" });
    expect(of("s")).toEqual({ kind: "locked" });
    expect(of("o")).toEqual({ kind: "note", title: "Secret" });
    expect(of("x")).toEqual({ kind: "deleted" });
    expect(of("x", "loading")).toEqual({ kind: "unknown" });
  });

  it("leave marks in a preview instead of titles, which the list then shows", async () => {
    const link = (id: string) => `<a data-note-id="${id}" class="x"></a>`;
    const linking = aNote({ id: "n", title: "", content: `<p>Ask ${link("b")} about ${link("a")}</p><p>and ${link("b")}</p>` });
    const linked = [aNote({ id: "a", title: "Milk" }), aNote({ id: "b", title: "", content: "<p>Bob &amp; Al</p><p>more</p>" })];
    const preview = async (...others: readonly NoteEntity[]) => {
      const disk = new MemoryDisk("device");
      for (const note of [linking, ...others]) disk.entities.set(note.id, note);
      const index = new SyncIndex((await new MemoryLocalStore(disk).loadIndex()).value);
      return projectLibrary(index, { isSyncing: false }).notes.find(({ noteId }) => noteId === "n")?.preview;
    };
    expect(JSON.stringify(toLight(linking))).not.toContain("Milk");
    expect(await preview(...linked)).toBe("Ask Bob & Al about Milk\nand Bob & Al");
    expect(await preview({ ...linked[0], title: "Bread" } as NoteEntity)).toBe("Ask about Bread\nand");
    expect(await preview({ ...linked[0], isEncrypted: true, title: "", content: "", sealed: "{}" } as NoteEntity)).toBe("Ask about\nand");
  });

  it("are listed under their target, without notes that cannot be read", () => {
    const links = { linkIds: ["a"] };
    const notes = [
      note("b", "B", links),
      note("a", "A", links),
      note("s", "", { ...locked, ...links }),
      note("o", "O", { ...opened, ...links }),
    ];
    expect(backlinksOf(notes, "a").map(({ noteId }) => noteId)).toEqual(["b", "o"]);
    expect(backlinksOf(notes, "b")).toEqual([]);
  });

  it("are suggested by title, closest first, and never from a locked note", () => {
    const notes = [
      note("1", "Sour milk"),
      note("2", "Buttermilk"),
      note("3", "Milk and bread"),
      note("4", "Milk"),
      note("5", "Crème brûlée"),
      note("6", "  "),
      note("7", "", locked),
    ];
    expect(suggestNotes(notes, "milk", 9).map(({ noteId }) => noteId)).toEqual(["4", "3", "1", "2"]);
    expect(suggestNotes(notes, "creme b", 9).map(({ noteId }) => noteId)).toEqual(["5"]);
    expect(suggestNotes(notes, "", 2).map(({ noteId }) => noteId)).toEqual(["1", "2"]);
  });
});
