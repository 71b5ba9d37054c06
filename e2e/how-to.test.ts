/** Performs the steps of docs/how-to "Add a note field" in a copy of the sources, which must then compile and keep the field everywhere. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScratchCopy, type ScratchCopy, stepsOf } from "./harness/scratch-copy.ts";

const PAGE = join(import.meta.dirname, "../docs/how-to/add-a-note-field.md");

/** Passes one note through merge, seal, backup and the device's rows with the code of the copy. */
const PROGRAM = `
import { mergeNotes } from "@satchel/core/merge/merge.ts";
import { parseBackupNote } from "@satchel/core/model/backup/backup-format.ts";
import { parseEntity } from "@satchel/core/model/entities/parsing/parse-entity.ts";
import { toSealed, toSealedText } from "@satchel/core/model/entities/parsing/sealed-texts.ts";
import { unknownFieldsOf } from "@satchel/core/model/entities/parsing/unknown-fields.ts";
import { parseSealedText } from "@satchel/core/model/entities/parsing/sealed-texts.ts";
import { aNote } from "@satchel/core/testing/entities.ts";

const note = { ...aNote({ id: "note-1-a" }), starred: true };
const base = { ...note, starred: false };
const [here, there] = [{ ...note, vv: { a: 2 } }, { ...base, vv: { b: 2 }, title: "Changed there" }];
console.log(JSON.stringify({
  isRead: parseEntity("note", note.id, note) !== undefined,
  isRefused: parseEntity("note", note.id, { ...note, starred: "yes" }) === undefined,
  unknown: Object.keys(unknownFieldsOf(note)),
  merged: mergeNotes(base, here, there).merged.starred,
  title: mergeNotes(base, here, there).merged.title,
  inEnvelope: parseSealedText(JSON.parse(JSON.stringify(toSealedText(note))))?.starred,
  besideEnvelope: "starred" in toSealed(note, "sealed"),
  restored: parseBackupNote({ ...note, lastModified: note.mtime })?.starred,
}));
`;

describe("docs/how-to/add-a-note-field.md", () => {
  let copy: ScratchCopy;
  beforeAll(async () => {
    copy = await createScratchCopy();
  });
  afterAll(() => copy.remove());

  it("is complete: the compiler names the remaining places, and the field is kept everywhere", async () => {
    const steps = stepsOf(await readFile(PAGE, "utf8"));
    const declared = steps.findLastIndex(({ file }) => file.endsWith("note-fields.ts")) + 1;
    await copy.apply(steps.slice(0, declared));
    const missing = (await copy.compile("core")).map((line) => /^[^(]+/.exec(line)?.[0]);
    await copy.apply(steps.slice(declared));

    const asked = steps.slice(declared).map(({ file }) => file);
    expect(missing.length).toBeGreaterThan(3);
    expect(missing.filter((file) => !asked.includes(file as string))).toEqual([]);
    expect([await copy.compile("core"), await copy.compile("web")]).toEqual([[], []]);
    expect(JSON.parse(await copy.run(PROGRAM))).toEqual({
      isRead: true,
      isRefused: true,
      unknown: [],
      merged: true,
      title: "Changed there",
      inEnvelope: true,
      besideEnvelope: false,
      restored: true,
    });
  });
});
