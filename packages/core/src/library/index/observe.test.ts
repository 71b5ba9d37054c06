import { describe, expect, it } from "vitest";
import { identityByName } from "./observe.ts";

describe("B3 file names in the drive", () => {
  it.each([
    ["note-1700000000000-abc.json", "notes", { id: "note-1700000000000-abc", kind: "note" }],
    ["note_note-1700000000000-abc.json", "notes", { id: "note-1700000000000-abc", kind: "note" }],
    ["note-1700000000000-abc.json", "soft-delete", { id: "note-1700000000000-abc", kind: "note" }],
    ["folder-1700000000000-abc.json", "folders", { id: "folder-1700000000000-abc", kind: "folder" }],
    ["folder-1700000000000-abc.json", "soft-delete", { id: "folder-1700000000000-abc", kind: "folder" }],
  ] as const)("recognizes %s in %s by its name", (name, role, identity) => {
    expect(identityByName({ name, role })).toEqual(identity);
  });

  it.each([
    ["note-1700000000000-abc.txt", "notes"],
    ["../note-1.json", "notes"],
    ["note-1700000000000-abc.json", "attachments"],
    ["note-1700000000000-abc.json", undefined],
  ] as const)("ignores %s in %s", (name, role) => {
    expect(identityByName({ name, role })).toBeUndefined();
  });
});
