import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aNote } from "../../../testing/entities.ts";
import type { NoteEntity } from "../entity.ts";
import { NOTE_FIELDS } from "../note-fields.ts";
import { parseSealedText, SealedTexts, toSealed, toSealedText } from "./sealed-texts.ts";

const LATER = { labels: ["birds"], reminder: { atMs: 1 } };
const ATTACHMENT = { id: "a", fileName: "a.pdf", mimeType: "application/pdf", sizeBytes: 3 };
const note: NoteEntity = {
  ...aNote({ title: "Heron", attachments: [ATTACHMENT], attIds: ["a"], pinnedFrom: null, tags: ["birds"] }),
  ...LATER,
};

describe("encryption.md 3.3 content of an inner envelope", () => {
  it("writes the same bytes as before for a note without unknown fields", () => {
    const plain = aNote({ title: "Heron", attachments: [ATTACHMENT] });
    expect(JSON.stringify(toSealedText(plain))).toBe(JSON.stringify({ title: "Heron", content: "<p>Text</p>", attachments: [ATTACHMENT] }));
    expect(JSON.stringify(toSealed(plain, "sealed"))).toBe(
      JSON.stringify({ ...plain, title: "", content: "", attachments: [], isEncrypted: true, sealed: "sealed" }),
    );
  });

  it("contains every sealed and unknown field, none of which is outside of it", () => {
    const sealed = toSealed(note, "sealed");
    for (const [name, field] of Object.entries(NOTE_FIELDS)) {
      const isShown = ["isEncrypted", "sealed"].includes(name) || field.sealed === "clear";
      const own = note[name as keyof NoteEntity];
      if (isShown && own !== undefined && name !== "isEncrypted") expect(sealed[name as keyof NoteEntity]).toEqual(own);
    }
    expect(sealed).toMatchObject({ title: "", content: "", attachments: [], isEncrypted: true, sealed: "sealed" });
    for (const name of ["tags", ...Object.keys(LATER)]) expect(sealed).not.toHaveProperty(name);
    expect(toSealedText(note)).toEqual({ title: "Heron", content: note.content, attachments: [ATTACHMENT], tags: ["birds"], ...LATER });
  });

  it("opens to the note that was sealed", () => {
    const texts = new SealedTexts(false);
    const sealed = toSealed(note, "sealed");
    expect(texts.open(sealed)).toBeUndefined();
    const [wanted] = texts.takeWanted();
    texts.keepText(wanted?.key ?? "", parseSealedText(JSON.parse(JSON.stringify({ ...toSealedText(note), id: note.id }))));
    expect(texts.open(sealed)).toEqual({ ...note, isEncrypted: true });
  });

  it("ignores fields that belong outside the envelope and rejects invalid text", () => {
    const text = { title: "t", content: "c", attachments: [] };
    expect(parseSealedText({ ...text, id: "n", folderId: "f", vv: { a: 9 }, sealed: "x", isEncrypted: false })).toEqual(text);
    for (const tags of [5, "birds", [7, {}], { birds: 1 }]) expect(parseSealedText({ ...text, tags })).toEqual(text);
    expect(parseSealedText({ ...text, title: 5 })).toBeUndefined();
    fc.assert(fc.property(fc.anything(), (value) => parseSealedText(value) === undefined));
  });
});
