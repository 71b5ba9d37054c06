import { describe, expect, it } from "vitest";
import type { NoteSummary } from "../../model/entities/note.ts";
import { isInFolder } from "../folders/folder-list.ts";
import { countByFolder, countHidden, pinnedFirst, selectNotes } from "./note-list.ts";

function note(noteId: string, values: Partial<NoteSummary> = {}): NoteSummary {
  return {
    noteId,
    title: noteId,
    preview: "",
    folderId: null,
    createdAt: 1,
    lastModified: 1,
    isEncrypted: false,
    attachments: [],
    sync: { kind: "in-your-drive" },
    ...values,
  };
}

const milk = note("milk", { folderId: "pinned", pinnedFrom: "kitchen" });
const salt = note("salt", { folderId: "kitchen" });
const letter = note("letter", { folderId: "pinned", pinnedFrom: null });
const diary = note("diary", { folderId: "sensitive", isEncrypted: true, seal: "locked" });
const loose = note("loose");
const all = [salt, milk, diary, loose, letter];
const ids = (notes: readonly NoteSummary[]) => notes.map(({ noteId }) => noteId);

describe("A2.9 notes of a folder", () => {
  it("lists a pinned note in Pinned and in the folder it was pinned from", () => {
    expect(ids(selectNotes(all, "kitchen"))).toEqual(["salt", "milk"]);
    expect(ids(selectNotes(all, "pinned"))).toEqual(["milk", "letter"]);
    expect(isInFolder(letter, "kitchen")).toBe(false);
  });

  it("counts what each folder lists, and what All Notes leaves out", () => {
    const counts = countByFolder(all);
    for (const folderId of ["kitchen", "pinned", "sensitive"]) expect(counts.get(folderId)).toBe(selectNotes(all, folderId).length);
    expect(counts.get(null)).toBe(1);
    expect(selectNotes(all, null).length + countHidden(all)).toBe(all.length);
    expect(countHidden([...all, note("open", { isEncrypted: true, seal: "opened" })])).toBe(1);
  });

  it("puts pinned notes first and keeps the order within both parts", () => {
    expect(ids(pinnedFirst(all, "pinned"))).toEqual(["milk", "letter", "salt", "diary", "loose"]);
    expect(pinnedFirst([salt, loose], undefined)).toEqual([salt, loose]);
  });
});
