import { ID_ALPHABET, isEntityId, isFileId } from "@satchel/contract/ids.ts";
import { describe, expect, it } from "vitest";
import type { Ids } from "../../ports/environment.ts";
import { FOLDER } from "../limits/limits.ts";
import { markOfDraft, newAttachmentId, newDefaultFolderId, newFolderId, newNoteId, noteIdAt } from "./entity-ids.ts";

const START_MS = Date.UTC(2026, 0, 1);
const TIMES = [0, START_MS, 1.5, 1e17, 1e21, 1e300, Number.MAX_SAFE_INTEGER];

describe("B3 Local ids", () => {
  it.each([...ID_ALPHABET])("makes valid ids whatever random text begins with: %s", (first) => {
    const ids: Ids = { random: (length) => first.padEnd(length, ID_ALPHABET) };
    const prefixes = FOLDER.defaults.map(({ idPrefix }) => newDefaultFolderId(idPrefix, ids.random));
    for (const id of [newNoteId(START_MS, ids.random), newFolderId(START_MS, ids.random), newAttachmentId(ids.random), ...prefixes]) {
      expect(isEntityId(id)).toBe(true);
      expect(isFileId(id)).toBe(true);
    }
  });

  it.each(TIMES)("makes a valid note id for any date in a record: %d", (atMs) => {
    expect(isEntityId(noteIdAt(atMs, markOfDraft("new-AbCdEfGhIjKl")))).toBe(true);
  });

  it("keeps the ids of existing conflict copies", () => {
    expect(noteIdAt(START_MS, "c0123456789a")).toBe(`note-${START_MS}-c0123456789a`);
  });

  it.each(["", "a.b", "poison.note.1", "a/b", "ä", "a b", "a\n", "x".repeat(129), 1, null, undefined])("rejects as an id: %j", (value) => {
    expect(isEntityId(value)).toBe(false);
  });
});
