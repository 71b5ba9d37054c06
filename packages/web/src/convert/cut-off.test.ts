// @vitest-environment node

import { describe, expect, it } from "vitest";
import { convertFiles, zipOf } from "./testing/convert-files.node.ts";
import { exportedNote, toNotes, writeNotes } from "./testing/export-notes.node.ts";

const CUT = expect.objectContaining({ reason: "cut-off", status: "lost" });
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

async function jexOf(count: number): Promise<Uint8Array> {
  const notes = Array.from({ length: count }, (_, at) =>
    exportedNote({ id: `n${at}`, title: `Note ${at}`, content: `<p>words ${at}</p>` }),
  );
  const [file] = Object.values(await writeNotes("jex", await toNotes(notes, new Map())));
  return file as Uint8Array;
}

describe("importing exports that are cut off", () => {
  it("imports the whole notes of a Joplin archive without its end, and says that it is cut off", async () => {
    const whole = await jexOf(10);
    const end = whole.findLastIndex((byte) => byte !== 0) + 1;
    const { notes, items, sum } = await convertFiles({ "a.jex": whole.slice(0, Math.ceil(end / 512) * 512) });
    expect(notes.size).toBe(10);
    expect(items).toContainEqual(CUT);
    expect(sum.isWhole).toBe(false);
  });

  it.each([1, 300, 700, 2500])("keeps the notes before the cut in a Joplin archive without its last %i bytes", async (cut) => {
    const whole = await jexOf(10);
    const end = whole.findLastIndex((byte) => byte !== 0) + 1;
    const { notes, items, sum } = await convertFiles({ "a.jex": whole.slice(0, end - cut) });
    expect(notes.size).toBeGreaterThan(6);
    expect(items).toContainEqual(CUT);
    expect(sum.isWhole).toBe(false);
  });

  it.each(["directory", "descriptor"])("keeps the whole files of half a zip whose sizes are in the %s", async (sizes) => {
    const entries = Array.from({ length: 10 }, (_, at) => ({
      path: `note ${at}.md`,
      bytes: utf8(`# note ${at}\n\n${"words ".repeat(50)}`),
    }));
    const whole = zipOf(entries, { areSizesAfter: sizes === "descriptor" });
    const { notes, items, sum } = await convertFiles({ "a.zip": whole.slice(0, whole.length / 2) });
    expect(notes.size).toBeGreaterThan(3);
    expect(items).toContainEqual(CUT);
    expect(sum.isWhole).toBe(false);
  });

  it("keeps the whole notes of JSON that is cut inside a note", async () => {
    const simple = JSON.stringify({
      activeNotes: Array.from({ length: 5 }, (_, at) => ({ id: `i${at}`, content: `Note ${at}`, tags: ["a", "b"], more: [{ x: 1 }] })),
      trashedNotes: [],
    });
    const standard = JSON.stringify({
      version: "004",
      items: Array.from({ length: 5 }, (_, at) => ({
        uuid: `u${at}`,
        content_type: "Note",
        content: { title: `Note ${at}`, text: "}],{[", references: [{ uuid: "x" }, { uuid: "y" }] },
      })),
    });
    for (const [name, text] of [
      ["notes.json", simple],
      ["backup.txt", standard],
    ] as const) {
      const { notes, items, sum } = await convertFiles({ [name]: text.slice(0, text.lastIndexOf("Note 4") + 20) });
      expect([...notes.keys()]).toEqual(["Note 0", "Note 1", "Note 2", "Note 3"]);
      expect(items).toContainEqual(CUT);
      expect(sum.isWhole).toBe(false);
    }
  });

  it("says that JSON is damaged if it is not cut off but wrong", async () => {
    const { notes, items } = await convertFiles({ "notes.json": '{"activeNotes":[{"id":"a","content":"One"},],}' });
    expect(notes.size).toBe(0);
    expect(items).toMatchObject([{ status: "lost", reason: "damaged" }]);
  });
});
