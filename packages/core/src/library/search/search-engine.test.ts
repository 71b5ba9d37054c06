import { describe, expect, it } from "vitest";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { vectorKey } from "../../model/entities/version-vector.ts";
import { SEARCH } from "../../model/limits/limits.ts";
import { failed } from "../../model/result.ts";
import type { KeptText, SearchableNote, SearchTexts } from "../../ports/device/search-engine.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemorySearchTexts } from "../../testing/memory-search-texts.ts";
import { createSearchEngine } from "./search-engine-service.ts";

const refOf = ({ id, vv, folderId, pinnedFrom, createdAt, mtime, attachments }: NoteEntity): SearchableNote => ({
  noteId: id,
  stamp: vectorKey(vv),
  folderId,
  pinnedFrom,
  modifiedMs: mtime,
  createdMs: createdAt,
  tagKeys: undefined,
  hasFile: attachments.length > 0,
});

async function setUp(...notes: readonly NoteEntity[]) {
  const store = new MemoryLocalStore(new MemoryDisk("device"));
  const kept = new Map<string, KeptText>();
  let reads = 0;
  let readsLeft = Number.POSITIVE_INFINITY;
  const texts = createMemorySearchTexts(store, kept);
  const counting: SearchTexts = {
    ...texts,
    readNotes: async (noteIds) => {
      if (readsLeft < noteIds.length) return failed({ kind: "storage-broken", detail: "gone" });
      readsLeft -= noteIds.length;
      reads += noteIds.length;
      return texts.readNotes(noteIds);
    },
  };
  const write = (...entities: readonly NoteEntity[]) => store.transact({}, () => ({ writes: { entities }, answer: undefined }), "strict");
  await write(...notes);
  const start = () => createSearchEngine(counting, { now: Date.now });
  const find = async (engine: ReturnType<typeof start>, typed: string) => {
    const found = await engine.search({ typed, folderIds: undefined, limit: 9 });
    return found.ok ? found.value.hits.map(({ noteId }) => noteId) : found.problem.kind;
  };
  const breakAfter = (notesRead: number) => {
    readsLeft = notesRead;
  };
  return { start, find, write, kept, breakAfter, reads: () => reads };
}

const milk = aNote({ id: "milk", title: "Milk", content: "<p>two <b>lit</b>res</p>" });
const bread = aNote({ id: "bread", title: "Bread", content: "<p>rye</p>" });

describe("A4 search: the stored index", () => {
  it("reads each note once, and after a restart only changed ones", async () => {
    const { start, find, write, reads } = await setUp(milk, bread);
    await start().update([refOf(milk), refOf(bread)], []);
    expect(reads()).toBe(2);
    const oats = { ...bread, content: "<p>oats</p>", vv: { dev: 2 } };
    await write(oats);
    const engine = start();
    await engine.update([refOf(milk), refOf(oats)], []);

    expect(reads()).toBe(3);
    expect(await find(engine, "litres")).toEqual(["milk"]);
    expect(await find(engine, "oats")).toEqual(["bread"]);
    expect(await find(engine, "rye")).toEqual([]);
  });

  it("finds a note by the titles of the notes that it links to, and never stores them", async () => {
    const soup = aNote({ id: "soup", title: "Soup", content: '<p>as in <a data-note-id="milk"></a> and more</p>' });
    const { start, find, kept, reads } = await setUp(milk, soup);
    const engine = start();
    await engine.update([{ ...refOf(soup), linkTitles: ["Oat milk"] }], []);
    expect(await find(engine, "oat")).toEqual(["soup"]);
    const excerpts = await engine.excerpts(["soup"], ["oat"]);
    expect(excerpts.ok && excerpts.value.get("soup")?.text).toBe("as in Oat milk and more");
    expect(JSON.stringify([...kept])).not.toMatch(/oat/i);

    await engine.update([{ ...refOf(soup), linkTitles: ["Rye milk"] }], []);
    expect(await find(engine, "oat")).toEqual([]);
    const before = reads();
    const next = start();
    await next.update([{ ...refOf(soup), linkTitles: ["Rye milk"] }], []);
    expect(await find(next, "rye")).toEqual(["soup"]);
    expect(reads()).toBe(before);
  });

  it("stores what it has read before a disk failure, and continues at the next start", async () => {
    const notes = Array.from({ length: SEARCH.readBatch * 3 }, (_, at) => aNote({ id: `note-${at}`, content: `<p>word${at}end</p>` }));
    const { start, find, kept, breakAfter, reads } = await setUp(...notes);
    breakAfter(SEARCH.readBatch * 2);
    expect(await start().update(notes.map(refOf), [])).toMatchObject({ ok: false });
    expect(kept.size).toBe(SEARCH.readBatch * 2);

    breakAfter(Number.POSITIVE_INFINITY);
    const next = start();
    await next.update(notes.map(refOf), []);
    expect(reads()).toBe(notes.length);
    for (const { id } of notes) expect(await find(next, `word${id.slice("note-".length)}end`)).toEqual([id]);
    expect(kept.size).toBe(notes.length);
  });

  it("follows edits, moves and deletions, also across a restart", async () => {
    const { start, find, write, kept } = await setUp(milk, bread);
    const engine = start();
    await engine.update([refOf(milk), refOf(bread)], []);
    await engine.update([], ["milk"]);
    expect(await find(engine, "litres")).toEqual([]);
    expect([...kept.keys()]).toEqual(["bread"]);
    await write({ ...bread, folderId: "f", vv: { dev: 3 } });
    await engine.update([{ ...refOf(bread), stamp: "3", folderId: "f" }], []);
    const inside = await engine.search({ typed: "rye", folderIds: ["f"], limit: 9 });
    expect(inside.ok && inside.value.total).toBe(1);

    const next = start();
    await next.update([], []);
    expect(kept.size).toBe(1);
    await next.pruneStale();
    expect(kept.size).toBe(0);
  });

  it("does not find a note that became sensitive while it was read", async () => {
    const { start, find, write, kept } = await setUp(milk);
    const engine = start();
    await write({ ...milk, title: "", content: "", isEncrypted: true, sealed: "sealed", vv: { dev: 2 } });
    await engine.update([refOf(milk)], []);

    expect(await find(engine, "milk")).toEqual([]);
    expect(kept.size).toBe(0);
  });

  it("shows the part of the text with the words", async () => {
    const { start } = await setUp(aNote({ id: "long", content: `<p>${"before ".repeat(50)}</p><p>the needle</p>` }));
    const engine = start();
    await engine.update([refOf(aNote({ id: "long" }))], []);
    const excerpts = await engine.excerpts(["long", "gone"], ["needle"]);

    expect(excerpts.ok && [...excerpts.value.keys()]).toEqual(["long"]);
    expect(excerpts.ok && excerpts.value.get("long")?.text).toMatch(/^…before .*the needle$/);
  });

  it("finds nothing for punctuation, and a whole folder for its name", async () => {
    const { start, find } = await setUp(milk, bread);
    const engine = start();
    await engine.update([refOf(milk), refOf(bread)], []);

    expect(await find(engine, "!?")).toEqual([]);
    expect(await find(engine, "in:shop")).toHaveLength(2);
  });
});
