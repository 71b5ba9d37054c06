import { describe, expect, it } from "vitest";
import { crossesLock } from "./check-sensitive.ts";

const FOLDERS = [
  { folderId: "pins", folderType: "PINNED" },
  { folderId: "deep", folderType: "SENSITIVE" },
  { folderId: "work", folderType: "CUSTOM" },
] as const;
const plain = { folderId: "work", isEncrypted: false };
const sealed = { folderId: "deep", isEncrypted: true };

describe("A5 note-move password", () => {
  it.each([
    ["into the Sensitive folder", [plain], "deep", "in"],
    ["of which one is there already", [sealed, plain], "deep", "in"],
    ["to where it lies", [sealed], "deep", undefined],
    ["out to another folder", [sealed], "work", "out"],
    ["out onto the pin board", [sealed], "pins", "out"],
    ["out to no folder, one among others", [plain, sealed], null, "out"],
    ["between ordinary folders", [plain], null, undefined],
  ] as const)("%s", (_, notes, folderId, direction) => {
    expect(crossesLock(notes, folderId, FOLDERS)).toBe(direction);
  });
});
