import { ID_ALPHABET, ID_MAX_CHARS, isEntityId } from "@satchel/contract/ids.ts";
import { newAttachmentId, newFolderId, newNoteId } from "@satchel/core/model/entities/entity-ids.ts";
import { isEntityId as isSealable } from "@satchel/crypto/records/envelope.ts";
import { describe, expect, it } from "vitest";
import { browserIds } from "../browser/environment.ts";

describe("encryption.md 3.3: ids", () => {
  it("accepts the same ids when making, reading and sealing", () => {
    const ascii = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    const samples = ["", "x".repeat(ID_MAX_CHARS), "x".repeat(ID_MAX_CHARS + 1), "poison.note.1", "a\n", "\na"];
    for (const id of [...samples, ...ascii, ...ascii.map((sign) => `a${sign}`), ...ascii.map((sign) => `${sign}a`)])
      expect([id, isEntityId(id)]).toEqual([id, isSealable(id)]);
  });

  it("seals and reads random ids, whatever their first character", () => {
    const made = Array.from({ length: 4000 }, () => [
      newNoteId(0, browserIds.random),
      newFolderId(0, browserIds.random),
      newAttachmentId(browserIds.random),
    ]).flat();
    expect(made.filter((id) => !isEntityId(id) || !isSealable(id))).toEqual([]);
    expect(new Set(made.map((id) => id[0])).size).toBe(ID_ALPHABET.length);
  });
});
