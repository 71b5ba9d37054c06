import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAnyNote } from "../../../document/html/canonical-html.ts";
import { canonicalHtml } from "../../../document/testing/random-html.ts";
import { notePages, readPlainNote } from "./note-pages.ts";
import { parsePage } from "./parse-page.ts";

const LABELS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "changed", backToIndex: "All notes" };
const NOTE = { title: "Plan", folderName: "Work", lastModified: 0, path: "readable/Work/Plan.html", files: new Map<string, string>() };
const allOf = (content: string, files = NOTE.files) =>
  notePages({ ...NOTE, files, content }, readPlainNote(content) ?? readAnyNote(content), LABELS);
const pagesOf = (content: string) => allOf(content).texts;

describe("readable pages of a note", () => {
  it("writes an HTML page and a Markdown page", () => {
    const [page, markdown] = pagesOf("<p>Text, <strong>bold</strong></p>");
    expect(page?.path).toBe("readable/Work/Plan.html");
    expect(page?.text).toContain("<p>Text, <strong>bold</strong></p>");
    expect(markdown).toEqual({ path: "readable/Work/Plan.md", text: "# Plan\n\nText, **bold**\n" });
  });

  it("removes everything that is not canonical HTML", () => {
    const content = '<p onclick="x()">a<script>x()</script></p>';
    expect(readPlainNote(content)).toBeUndefined();
    const [page] = pagesOf(content);
    expect(page?.text).toContain("<p>a</p>");
    expect(page?.text).not.toContain("x()");
  });

  it("links words and images to their files in the archive, in both pages", () => {
    const files = new Map([
      ["f1", "attachments/f1/plan (a).pdf"],
      ["o1", "attachments/o1/original.jpg"],
    ]);
    const content =
      '<p>See <a data-file-id="f1" data-file-name="plan (a).pdf">plan (a).pdf</a> or <a data-file-id="f2" data-file-name="gone.pdf">gone.pdf</a></p>' +
      '<p><img data-original-id="o1" alt="View" width="40" height="30" src="data:image/jpeg;base64,AAAA"><img alt="Dot" src="data:image/png;base64,AQID"></p>';
    const { texts, images } = allOf(content, files);
    const [page, markdown] = texts;
    expect(page?.text).toContain('See <a href="../../attachments/f1/plan%20(a).pdf">plan (a).pdf</a> or gone.pdf</p>');
    expect(page?.text).toContain(
      '<a href="../../attachments/o1/original.jpg"><img data-original-id="o1" alt="View" width="40" height="30" src="data:',
    );
    expect(markdown?.text).toContain("See [plan (a).pdf](../../attachments/f1/plan%20%28a%29.pdf) or [gone.pdf]");
    expect(markdown?.text).toContain("![View](../../attachments/o1/original.jpg)![Dot](Plan%20%28image%201%29.png)");
    expect(images).toEqual([{ path: "readable/Work/Plan (image 1).png", base64: "AQID" }]);
  });

  it("shows the titles of linked notes and removes them when reading back", () => {
    const content = '<p>see <a data-note-id="n1"></a> and <a data-note-id="n2"></a></p>';
    const read = readPlainNote(content) ?? readAnyNote(content);
    const { texts } = notePages({ ...NOTE, content, linkTitles: new Map([["n1", "Milk & <bread>"]]) }, read, LABELS);
    expect(texts[0]?.text).toContain('see <a data-note-id="n1">Milk &amp; &lt;bread&gt;</a> and <a data-note-id="n2">…</a>');
    expect(texts[1]?.text).toContain("see [Milk & \\<bread\\>](satchel:note/n1) and [n2](satchel:note/n2)");
    expect(parsePage(texts[0]?.text ?? "", () => undefined)?.content).toBe(content);
  });

  it("does not link to a file that is missing in the archive", () => {
    fc.assert(
      fc.property(canonicalHtml, fc.boolean(), (content, isThere) => {
        const files = new Map(
          isThere
            ? [
                ["f", "attachments/f/n.pdf"],
                ["i1", "attachments/i1/original.png"],
              ]
            : [],
        );
        const { texts, images } = allOf(content, files);
        const known = new Set([
          ...[...files.values()].map((path) => `../../${path}`),
          ...images.map(({ path }) => path.slice("readable/Work/".length)),
        ]);
        for (const { text } of texts)
          for (const [, href = ""] of text.matchAll(/(?:href|src)="((?!https?:|data:|mailto:|tel:)[^"]*)"/g))
            if (href !== "../index.html" && href !== "../pages.css") expect(known).toContain(decodeURIComponent(href));
        for (const [, href = ""] of (texts[1]?.text ?? "").matchAll(/!\[[^\]]*\]\(((?!https?:)[^)]+)\)/g))
          expect(known).toContain(decodeURIComponent(href));
        if (isThere) expect(texts[0]?.text).not.toMatch(/data-file-id/);
      }),
      { numRuns: 200 },
    );
  });

  it("writes pages for a note without text", () => {
    expect(pagesOf("").map(({ text }) => text.includes("Plan"))).toEqual([true, true]);
  });
});
