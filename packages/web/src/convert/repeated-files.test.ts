// @vitest-environment node

import type { TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { EXPORT_FORMATS } from "@satchel/core/transfer/export/export-formats.ts";
import { describe, expect, it } from "vitest";
import { convertFiles } from "./testing/convert-files.node.ts";
import { exportedNote, toNotes, writeNotes } from "./testing/export-notes.node.ts";

const NAMES = ["list.md", "page.html", "table.csv", "words.txt", "data.json", "letter.docx", "other.enex", "pack.zip", "board.note"];

describe("files that no reader knows", () => {
  it.each(["Notes.one", "mail.eml", "paper.pdf", "backup.7z", "thing.xyz"])("are not taken as notes: %s", async (name) => {
    const { notes, items, sum } = await convertFiles({ [name]: "\u0001\u0002bytes" });
    expect(notes.size).toBe(0);
    expect(items).toMatchObject([{ source: name, status: "lost", reason: "unknown" }]);
    expect(sum).toMatchObject({ lost: 1, unaccountedFiles: [] });
  });

  it("are kept as attachments if they are wanted", async () => {
    const { notes } = await convertFiles({ "Notes.one": "bytes" }, { unknownAs: "attached" });
    expect([...notes.values()]).toMatchObject([{ title: "Files without a note", files: [{ name: "Notes.one" }] }]);
  });

  it("are attachments beside notes, unless they are exports of another program", async () => {
    const { notes, items } = await convertFiles({ "a.md": "text", "photo.png": "bytes", "Notes.one": "bytes" });
    expect([...notes.keys()].toSorted()).toEqual(["Files without a note", "a"]);
    expect(items).toContainEqual(expect.objectContaining({ source: "Notes.one", reason: "unknown" }));
  });
});

describe("files that two readers know", () => {
  it.each(EXPORT_FORMATS.filter((format) => format !== "docx"))("reads attachments of a %s export as attachments only", async (format) => {
    const files = new Map(NAMES.map((name, at) => [`f${at}`, new TextEncoder().encode(`<p>${name}</p>`)] as const));
    const content = NAMES.map(
      (name, at) => `<p><a data-file-id="f${at}" data-file-name="${name}" data-mime-type="text/plain">${name}</a></p>`,
    ).join("");
    const [note] = await toNotes([exportedNote({ id: "a", title: "One", content })], files);
    const read = await convertFiles(await writeNotes(format, [note as TransferNote]));
    expect([...read.notes.keys()]).toEqual(["One"]);
    expect(
      read.notes
        .get("One")
        ?.files.map(({ name }) => name)
        .sort(),
    ).toEqual(NAMES.toSorted());
    expect(read.sum.isWhole).toBe(true);
  });

  it("takes the notes of a Standard Notes archive once", async () => {
    const [note, theme] = ["0a1b2c3d-1111-4222-8333-444455556666", "99887766-1111-4222-8333-444455556666"];
    const items = [
      { uuid: note, content_type: "Note", content: { title: "One", text: "words" } },
      { uuid: theme, content_type: "SN|Theme", content: { name: "Dark" } },
    ];
    const { notes, items: found } = await convertFiles({
      "Standard Notes Backup and Import File.txt": JSON.stringify({ version: "004", items }),
      "Items/Note/One-0a1b2c3d.txt": "words",
      "Items/SN_Theme/Dark-99887766.txt": '{"name":"Dark"}',
      "Items/Note/Mine.txt": "added by hand",
    });
    expect([...notes.keys()].toSorted()).toEqual(["Mine", "One"]);
    expect(found).toHaveLength(4);
  });

  it("takes the notes of a Simplenote archive once", async () => {
    const { notes, items } = await convertFiles({
      "source/notes.json": JSON.stringify({
        activeNotes: [{ id: "a", content: "One\r\nbody", tags: ["t", "u"] }],
        trashedNotes: [{ id: "b", content: "Old" }],
      }),
      "One.txt": "One\r\nbody\r\n\r\nTags:\r\n  t, u\r\n",
      "trash/Old.txt": "Old",
      "Mine.txt": "added by hand",
    });
    expect([...notes.keys()].toSorted()).toEqual(["Mine", "Old", "One"]);
    expect(items).toHaveLength(5);
  });
});
