// @vitest-environment node

import { toCanonicalHtml, writeStoredHtml } from "@satchel/core/document/html/canonical-html.ts";
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import type { StoredDoc } from "@satchel/core/document/html/stored-doc.ts";
import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import type { TransferNote } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import { createLossCounter } from "@satchel/core/transfer/export/export-losses.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertFiles } from "./testing/convert-files.node.ts";
import { comparable, exportedNote, toNotes, writeNotes } from "./testing/export-notes.node.ts";

const FILES = new Map([["f", Uint8Array.of(7, 8, 9)]]);
const LINKED = exportedNote({ id: "n1", title: "The other note", content: "<p>other</p>" });
const linkTitles = new Map([["n1", LINKED.title]]);

/** Every block and mark that a note may hold: as whole notes, and each block that the format supports as a note of its own. */
async function randomNotes(format: ExportFormat): Promise<readonly TransferNote[]> {
  const contents = fc.sample(canonicalHtml, { numRuns: 200, seed: 11 }).map(withImageBytes);
  const blocks = contents.flatMap((content) => readStoredHtml(content).content);
  const single = blocks.filter((block) => !losesSome(format, [block])).slice(0, 150);
  const all = [...contents.slice(0, 30), ...SELDOM, ...single.map((block) => writeStoredHtml({ type: "doc", content: [block] }))];
  const notes = all.map((content, at) => exportedNote({ id: `id-${at}`, title: `Note ${at}`, content, linkTitles }));
  return toNotes([LINKED, ...notes], FILES);
}

/** Content that the random notes lack. */
const SELDOM = [
  '<p><img data-caption="words below" src="data:image/png;base64,AAAA"></p>',
  '<p><img alt="far" data-remote-src="https://example.org/a.png"></p>',
  '<p><img data-remote-src="https://example.org/b.png" width="40" height="30"></p>',
  '<pre><code class="language-math">\\sum_{i=1}^n\ni</code></pre>',
  '<p>heard <a data-file-id="f" data-file-name="talk.mp3" data-mime-type="audio/mpeg">talk.mp3</a> there</p>',
  '<p>a<sup data-satchel="footnote">one</sup> b<sup data-satchel="footnote">two</sup></p>',
  '<p><a href="https://sail.example/a">The <strong>bowline</strong><br>sail.example</a></p>',
  '<p><img alt="one" data-caption="words" width="356" height="237" src="data:image/png;base64,AAAA"><img alt="two" width="356" height="237" src="data:image/png;base64,AAAA"></p>',
  '<ol start="0"><li><p>zero</p></li></ol>',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
].map((html) => toCanonicalHtml(html));

async function readBack(format: ExportFormat, notes: readonly TransferNote[]) {
  const read = await convertFiles(await writeNotes(format, notes));
  const titles = new Map([...read.notes.values()].map(({ key, title }) => [key, title] as const));
  return { ...read, titleOf: (key: string) => titles.get(key) };
}

/** Adds missing image bytes; notes without them have a list of their own. */
function withImageBytes(content: string): string {
  return content.replaceAll('data-image-id="i1" width="3"', 'width="3" src="data:image/png;base64,BBBB"');
}

function losesSome(format: ExportFormat, content: StoredDoc["content"]): boolean {
  const counter = createLossCounter(format);
  counter.add({ doc: { type: "doc", content } });
  return counter.all().length > 0;
}

/** Word documents are excluded, because reading them guesses from appearance. */
const ROUND = EXPORT_FORMATS.filter((format) => format !== "docx");

describe("notes that are exported and imported again", () => {
  it.each(ROUND)("keeps notes unchanged in %s, except for the reported losses", async (format) => {
    const notes = await randomNotes(format);
    const { notes: read, titleOf, sum } = await readBack(format, notes);
    const own = new Map(notes.map(({ key, title }) => [key, title] as const));
    const wrong = notes.flatMap((note) => {
      const before = comparable(note, (key) => own.get(key));
      const back = read.get(note.title);
      const after = back === undefined ? undefined : comparable(back, titleOf);
      return before === after || losesSome(format, note.doc.content) ? [] : [{ before, after }];
    });
    expect(wrong.sort((one, other) => one.before.length - other.before.length).slice(0, 30)).toEqual([]);
    expect(sum).toMatchObject({ notes: notes.length, lost: 0, isWhole: true });
  });

  it.each(ROUND)("keeps folders, times, pins and tags in %s", async (format) => {
    const content = "<p>see #plan</p>";
    const tags = ["C++", "home office", "Projects/2026", "true", "\u00e9t\u00e9, 2026"];
    const exported = exportedNote({ id: "a", title: "A / B: c?", content, folderName: "Work: 2026", isPinned: true, tags });
    const [note] = await toNotes([exported], FILES);
    const { notes } = await readBack(format, [note as TransferNote]);
    const hasPins = format !== "enex" && format !== "jex";
    const folder = format === "markdown" || format === "enex" ? ["Work 2026"] : ["Work: 2026"];
    expect([...notes.values()]).toMatchObject([
      { title: "A / B: c?", folder, tags, createdMs: 1_700_000_000_000, modifiedMs: 1_700_000_001_000, isPinned: hasPins },
    ]);
  });

  it.each(ROUND)("makes no tag of a hashtag in the text, only of a last line of hashtags, in %s", async (format) => {
    const texts = ["<p>see #plan</p><p>end</p>", "<p>see</p><p>#plan #home/office</p>"];
    const exported = texts.map((content, at) => exportedNote({ id: `n${at}`, title: `n${at}`, content }));
    const { notes } = await readBack(format, (await toNotes(exported, FILES)) as TransferNote[]);
    expect([...notes.values()].map(({ tags }) => tags)).toEqual([[], ["plan", "home/office"]]);
  });

  it("reports pins if a format has none", () => {
    const named = EXPORT_FORMATS.filter((format) => {
      const counter = createLossCounter(format);
      counter.add({ doc: { type: "doc", content: [] }, isPinned: true });
      return counter.all().some(({ kind }) => kind === "pin");
    });
    expect(named).toEqual(EXPORT_FORMATS.filter((format) => !["markdown", "html", "json"].includes(format)));
  });

  it("writes valid Word documents with headings, lists, tables, images and links", async () => {
    const png = `data:image/png;base64,${Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.from([0, 0, 0, 40, 0, 0, 0, 20])]).toString("base64")}`;
    const content =
      '<h2>Head &amp; <em>shoulders</em></h2><ul><li><p>one</p><ol start="3"><li><p>deep</p></li></ol></li></ul>' +
      '<table><tbody><tr><th><p>h</p></th><th><p>i</p></th></tr><tr><td colspan="2"><p>wide</p></td></tr></tbody></table>' +
      `<p><strong>bold</strong> <a href="https://example.org/a?b=1&amp;c=2">link</a> <img src="${png}" alt="dot"><sup data-satchel="footnote">below</sup></p>`;
    const notes = await toNotes([exportedNote({ id: "a", title: "Plan", content })], FILES);
    const { notes: read } = await readBack("docx", notes);
    const back = read.get("Plan");
    if (back === undefined) throw new Error("the document was not read");
    expect(writeStoredHtml(back.doc)).toBe(
      "<h2>Head &amp; <em>shoulders</em></h2><ul><li><p>one</p><ol><li><p>deep</p></li></ol></li></ul>" +
        '<table><tbody><tr><th><p>h</p></th><th><p>i</p></th></tr><tr><td colspan="2"><p>wide</p></td></tr></tbody></table><p></p>' +
        '<p><strong>bold</strong> <a href="https://example.org/a?b=1&amp;c=2">link</a> <img data-image-id="file-0" alt="dot"> (below)</p>',
    );
    expect(back.files).toMatchObject([{ mimeType: "image/png", sizeBytes: 24 }]);
  });
});
