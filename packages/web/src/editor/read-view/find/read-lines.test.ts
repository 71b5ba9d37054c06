import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { isText, type StoredElement } from "@satchel/core/document/html/stored-doc.ts";
import { nodeRule } from "@satchel/core/document/html/stored-html.ts";
import { replaceInLines } from "@satchel/core/document/reading/edit-read-note.ts";
import { NOT_TEXT } from "@satchel/core/document/reading/find-options.ts";
import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkedBlocks } from "../../block-menu/linked-blocks.ts";
import { toEditorDoc } from "../../schema/editor-html.ts";
import { createHands } from "../../testing/hands.ts";
import { showFootnotes } from "../footnotes.ts";
import { replaceReadText } from "../replace-read-text.ts";
import { findInLines, readBlocks, readLines, toDomRange, toStoredRange } from "./read-lines.ts";

function show(html: string): HTMLElement {
  const host = document.createElement("div");
  replaceReadText(host, html);
  showFootnotes(host, document.createElement("ol"));
  return host;
}

function storedLines(html: string): readonly string[] {
  const linesOf = (element: StoredElement): readonly string[] => {
    const holds = nodeRule(element.type)?.holds;
    const children = element.content ?? [];
    if (holds === "line" || holds === "text") return [children.map((node) => (isText(node) ? node.text : NOT_TEXT)).join("")];
    return children.flatMap((child) => (isText(child) ? [] : linesOf(child)));
  };
  return readStoredHtml(html).content.flatMap(linesOf);
}

const replace = (html: string, query: string, words: string): string => {
  const lines = readLines(show(html));
  const changes = findInLines(lines, { query, isExact: false }).flatMap((hit) => {
    const line = lines[hit.line];
    const range = line === undefined ? undefined : toStoredRange(line, hit);
    return line === undefined || range === undefined ? [] : [{ line: hit.line, text: line.stored, words, ...range }];
  });
  return replaceInLines(html, changes);
};

describe("A2.11 lines of a note that is read", () => {
  it("are the lines of the stored note", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        fc.pre(html !== "");
        expect(readLines(show(html)).map(({ stored }) => stored)).toEqual(storedLines(html));
      }),
    );
  });

  it("are in the blocks that a link from the editor leads to", () => {
    const { editor } = createHands();
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        fc.pre(html !== "");
        const written = linkedBlocks(toEditorDoc(editor.schema, html)).map(({ size }) => size);
        expect(readBlocks(show(html)).map(({ size }) => size)).toEqual(written);
      }),
    );
  });

  it.each([
    [
      "behind a file, a link to a note and a formula",
      '<p><a data-file-id="f" data-file-name="tea">tea</a><span data-satchel="math">tea</span> tea</p>',
    ],
    ["behind a block of a later version", '<div data-satchel="later"><p>tea</p></div><p>tea</p>'],
    ["behind a footnote", '<p>a<sup data-satchel="footnote">tea</sup> tea</p>'],
    ["behind a formula block", '<pre><code class="language-math">tea</code></pre><p>tea</p>'],
    ["before a break at the end", "<p>tea<br></p>"],
    [
      "in cells, toggles and tasks",
      '<details><summary>tea</summary><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>tea</p></li></ul></details>',
    ],
  ])("replaces only words of the text %s", (_, html) => {
    const replaced = replace(html, "tea", "milk");
    const kept = (text: string): string =>
      text.replace(/(<a data-file.*?<\/a>|<span data-satchel.*?<\/span>|<div .*?<\/div>|<sup .*?<\/sup>|language-math">tea)/g, (atom) =>
        atom.replaceAll("tea", "T"),
      );
    expect(kept(replaced)).toBe(kept(html).replaceAll("tea", "milk"));
  });

  it("does not find words across a break or an image", () => {
    const lines = readLines(show('<p>te<br>a</p><p>t<img alt="x" src="data:image/png;base64,AAAA">ea</p>'));
    expect(findInLines(lines, { query: "tea", isExact: false })).toEqual([]);
  });

  it("marks the words across elements, and the name of a file", () => {
    const lines = readLines(show('<p>My <b>Rés</b>umé and <a data-file-id="f" data-file-name="résumé.pdf">résumé.pdf</a></p>'));
    const hits = findInLines(lines, { query: "resume", isExact: false });
    expect(hits.map((hit) => (lines[hit.line] === undefined ? "" : String(toDomRange(lines[hit.line] as never, hit))))).toEqual([
      "Résumé",
      "résumé",
    ]);
  });
});
