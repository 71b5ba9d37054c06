/** Performs the steps of docs/how-to in copies of the sources, which must then compile and do what the page promises. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScratchCopy, type ScratchCopy, type Step, stepsOf } from "./harness/scratch-copy.ts";

const pageOf = (name: string): Promise<string> => readFile(join(import.meta.dirname, "../docs/how-to", `${name}.md`), "utf8");

const SETTING = `
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { createSpellingChoice } from "@satchel/core/workspace/appearance/spelling-choice.ts";

const preferences = createMemoryPreferences();
createSpellingChoice(preferences).choose(false);
console.log(JSON.stringify({ stored: [...preferences.kept], next: createSpellingChoice(preferences).store.getState() }));
`;

const IMPORT = `
import { readFileSync, writeFileSync } from "node:fs";
import { runConvert } from "./packages/web/src/convert/run-convert.node.ts";
import { importText } from "./packages/web/src/text/transfer/import.ts";

writeFileSync("journal.jrnl", "[2026-01-05 09:00] Ferry. It was late.\\nTwo lines.\\n[2026-01-06 21:30:00] Sourdough\\n");
const code = await runConvert(["journal.jrnl", "--to", "json", "--out", "out.json", "--report", "report.json"], () => undefined);
const notes = JSON.parse(readFileSync("out.json", "utf8")).notes.map(({ title, html, content }) => ({ title, text: html ?? content }));
console.log(JSON.stringify({ code, notes, isNamed: importText.sentence.includes("jrnl") }));
`;

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
    const steps = stepsOf(await pageOf("add-a-note-field"));
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

/** Files that the compiler names after the first steps, up to the one that changes `declaring`. */
async function missingAfter(copy: ScratchCopy, steps: readonly Step[], declaring: string): Promise<readonly (string | undefined)[]> {
  const declared = steps.findLastIndex(({ file }) => file.endsWith(declaring)) + 1;
  await copy.apply(steps.slice(0, declared));
  const errors = await copy.compile("web");
  await copy.apply(steps.slice(declared));
  return [...new Set(errors.map((line) => /^[^(]+/.exec(line)?.[0]))].sort();
}

describe.each([
  [
    "add-a-screen",
    "routes.ts",
    ["packages/web/src/app/startup/screens.tsx", "packages/web/src/text/pages/pages.ts"],
    `import { matchRoute } from "@satchel/core/model/routes.ts"; console.log(JSON.stringify(matchRoute("/about")?.route.name));`,
    "about",
  ],
  [
    "add-a-setting",
    "shared/services.ts",
    ["packages/web/src/app/composition/compose.ts", "packages/web/src/testing/memory-services.ts"],
    SETTING,
    { stored: [["spelling", "false"]], next: { isChecked: false } },
  ],
  [
    "add-an-import-format",
    "source-item.ts",
    ["packages/core/src/transfer/import/readers.ts", "packages/web/src/text/transfer/import-formats.ts"],
    IMPORT,
    {
      code: 0,
      notes: [
        { title: "Ferry. It was late.", text: expect.stringContaining("Two lines.") },
        { title: "Sourdough", text: expect.any(String) },
      ],
      isNamed: true,
    },
  ],
] as const)("docs/how-to/%s.md", (page, declaring, missing, program, result) => {
  let copy: ScratchCopy;
  beforeAll(async () => {
    copy = await createScratchCopy();
  });
  afterAll(() => copy.remove());

  it("is complete: the compiler names the remaining places, and the result works", async () => {
    const steps = stepsOf(await pageOf(page));
    expect(await missingAfter(copy, steps, declaring)).toEqual(expect.arrayContaining([...missing]));
    expect(await copy.compile("web")).toEqual([]);
    expect(JSON.parse(await copy.run(program))).toEqual(result);
  });
});
