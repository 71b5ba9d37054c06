import { describe, expect, it } from "vitest";
import type { Folder } from "../../model/entities/folder.ts";
import { isPinned, movesBack, movesOffPin, movesTo } from "./note-moves.ts";

const folder = (folderId: string, folderType: Folder["folderType"] = "CUSTOM"): Folder => ({
  folderId,
  folderType,
  name: folderId,
  description: "",
  color: "#3B82F6",
  isDefault: folderType !== "CUSTOM",
  displayOrder: 1,
  createdAt: 1,
  lastModified: 1,
});
const folders = [folder("pinned", "PINNED"), folder("recipes")];

describe("A4 moving a note", () => {
  it("skips notes that are already there", () => {
    const notes = [
      { noteId: "a", folderId: "recipes" },
      { noteId: "b", folderId: null },
    ];
    expect(movesTo(notes, "recipes", folders)).toEqual([{ noteId: "b", folderId: "recipes" }]);
    expect(movesTo(notes, null, folders)).toEqual([{ noteId: "a", folderId: null }]);
  });

  it("remembers the folder a note was pinned from, and returns it there", () => {
    const [pin] = movesTo([{ noteId: "a", folderId: "recipes" }], "pinned", folders);
    expect(pin).toEqual({ noteId: "a", folderId: "pinned", pinnedFrom: "recipes" });
    expect(isPinned(pin as { folderId: string }, folders)).toBe(true);
    expect(movesOffPin([pin as { noteId: string; folderId: string; pinnedFrom: string }], folders)).toEqual([
      { noteId: "a", folderId: "recipes" },
    ]);
  });

  it.each([["a folder that is gone", "gone"] as const, ["none", null] as const, ["one nobody knows", undefined] as const])(
    "removes the folder of a note that was pinned from %s",
    (_name, pinnedFrom) => {
      const note = { noteId: "a", folderId: "pinned", ...(pinnedFrom === undefined ? {} : { pinnedFrom }) };
      expect(movesOffPin([note], folders)).toEqual([{ noteId: "a", folderId: null }]);
    },
  );

  it("undoes a move, including the folder of the pin", () => {
    const before = [
      { noteId: "a", folderId: "recipes" },
      { noteId: "b", folderId: "pinned", pinnedFrom: null },
    ];
    expect(movesBack(before)).toEqual(before);
  });
});
