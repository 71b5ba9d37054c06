import { toLight } from "@satchel/core/library/index/in-range.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { aFolder } from "@satchel/core/testing/entities.ts";
import { describe, expect, it } from "vitest";
import { fromRow, toContentRow, toRow } from "./note-rows.ts";

const note: NoteEntity = {
  kind: "note",
  id: "note-1",
  vv: { device: 2 },
  alive: { device: 2 },
  createdAt: 1,
  mtime: 2,
  title: "Milk",
  content: "<p>Two litres.</p>",
  folderId: "folder-1",
  isEncrypted: false,
  attachments: [{ id: "file-1", fileName: "list.txt", mimeType: "text/plain", sizeBytes: 3 }],
  attIds: ["file-1"],
};

describe("decision 0005 'Cache database': the light record of a note", () => {
  it.each<[string, NoteEntity]>([
    ["an ordinary note", note],
    ["a pinned note", { ...note, pinnedFrom: null }],
    ["a note with tags", { ...note, tags: ["birds"] }],
    ["a template", { ...note, isTemplate: true }],
    ["a saved search", { ...note, searchQuery: "tag:birds", searchName: "Birds", searchIcon: "star" }],
    ["a note with files that lack the folder's seal", { ...note, hasStrays: true as const }],
    ["a note whose conflict was resolved", { ...note, chosen: { device: 1 } }],
    ["a note with a field of a later version", { ...note, labels: ["birds"] } as NoteEntity],
    ["a pinned note with another field of a later version", { ...note, pinnedFrom: null, reminder: { atMs: 1 } } as NoteEntity],
    ["a conflict copy", { ...note, after: [{ id: "note-2", vv: { device: 1 } }] }],
  ])("is read as it was written: %s", (_name, written) => {
    expect(fromRow(toRow(written, 99, true))).toStrictEqual(toLight(written));
    expect(fromRow(toRow(written, 99, false))).toStrictEqual(toLight(written));
    expect(toRow(written, 99, true)).toMatchObject({ cachedAt: 99, cacheType: "cloud" });
  });

  it("A3, B3 has the spec's fields of a note, and its text beside it", () => {
    expect(toRow(note, 99, false)).toEqual({
      kind: "note",
      noteId: "note-1",
      title: "Milk",
      preview: expect.any(String),
      contentChars: expect.any(Number),
      folderId: "folder-1",
      isEncrypted: false,
      createdAt: 1,
      lastModified: 2,
      attachments: note.attachments,
      attIds: ["file-1"],
      vv: { device: 2 },
      alive: { device: 2 },
      cachedAt: 99,
      cacheType: "cloud",
    });
    expect(toContentRow(note)).toEqual({ noteId: "note-1", content: "<p>Two litres.</p>" });
  });

  it("B3 stores a folder under a key that no note can have", () => {
    const folder = aFolder({ id: "folder-1" });
    const row = toRow(folder, 99, true);
    expect(row.noteId).toBe("__folder__:folder-1");
    expect(fromRow(row)).toMatchObject({ kind: "folder", id: "folder-1" });
  });
});
