// @vitest-environment node

import { writeStoredHtml } from "@satchel/core/document/html/canonical-html.ts";
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { writeVaultMarkdown } from "@satchel/core/transfer/export/vault/vault-markdown.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convertFiles } from "./testing/convert-files.node.ts";

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** Words with every character that has a meaning in Markdown. */
const words = fc
  .array(
    fc.constantFrom(
      "plan",
      "x_y",
      "*a*",
      "[b]",
      "`c`",
      "# d",
      "1. e",
      "- f",
      "> g",
      "~~h",
      "a|b",
      "$5",
      "<b>",
      "&amp;",
      "\\",
      "snake_case_",
      "==",
      "é",
      "漢字",
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(" "));
const marked = fc
  .tuple(fc.constantFrom("", "strong", "em", "s", "code", "u", "sup"), words)
  .map(([tag, text]) => (tag === "" ? escapeText(text) : `<${tag}>${escapeText(text)}</${tag}>`));
const line = fc.oneof(
  marked,
  fc.tuple(marked, marked).map(([one, other]) => `${one} and ${other}`),
  words.map((text) => `<a href="https://example.org/a">${escapeText(text)}</a>`),
  fc.constant('<span data-satchel="math">a^2</span> is it'),
  fc.constant('note<sup data-satchel="footnote">below</sup>'),
);
const paragraph = line.map((html) => `<p>${html}</p>`);
const item = fc.tuple(paragraph, fc.boolean()).map(([html, nested]) => `<li>${html}${nested ? "<ul><li><p>in</p></li></ul>" : ""}</li>`);
const items = fc.array(item, { minLength: 1, maxLength: 3 }).map((list) => list.join(""));
/** Done tasks are struck out by the checklist, so an extra strike mark is lost. */
const task = fc
  .tuple(words, fc.boolean())
  .map(([text, checked]) => `<li data-type="taskItem" data-checked="${checked}"><p>${escapeText(text)}</p></li>`);
const block = fc.oneof(
  paragraph,
  fc.tuple(fc.integer({ min: 1, max: 6 }), words.map(escapeText)).map(([level, html]) => `<h${level}>${html}</h${level}>`),
  // A link card (decision 0058).
  words.map((text) => `<p><a href="https://example.org/a">${escapeText(text)}<br>example.org</a></p>`),
  items.map((html) => `<ul>${html}</ul>`),
  fc.tuple(items, fc.integer({ min: 1, max: 9 })).map(([html, start]) => `<ol start="${start}">${html}</ol>`),
  fc.array(task, { minLength: 1, maxLength: 3 }).map((list) => `<ul data-type="taskList">${list.join("")}</ul>`),
  fc
    .array(task, { minLength: 1, maxLength: 3 })
    .map((list) => `<ol>${list.map((html) => `<li><ul data-type="taskList">${html}</ul></li>`).join("")}</ol>`),
  paragraph.map((html) => `<blockquote>${html}</blockquote>`),
  fc
    .tuple(fc.constantFrom("note", "tip", "important", "warning", "caution"), paragraph, paragraph)
    .map(([kind, one, two]) => `<div data-satchel="callout" data-kind="${kind}">${one}${two}</div>`),
  fc.tuple(marked, paragraph).map(([title, html]) => `<details><summary>${title}</summary>${html}</details>`),
  words.map((text) => `<pre><code class="language-js">${escapeText(text)}\n  two</code></pre>`),
  fc.constant('<pre><code class="language-math">\\frac{a}{b}</code></pre>'),
  fc.constant("<hr>"),
  fc
    .tuple(marked, marked)
    .map(
      ([one, two]) =>
        `<table><tbody><tr><th><p>h</p></th><th><p>i</p></th></tr><tr><td><p>${one}</p></td><td><p>${two}</p></td></tr></tbody></table>`,
    ),
);

/** Markdown merges two adjacent checklists. */
const hasNeighbors = (html: string): boolean => html.includes('</ul><ul data-type="taskList">');
const normalized = (html: string): string => writeStoredHtml(readStoredHtml(html));

describe("a vault that is written and read again", () => {
  it("has the same blocks", async () => {
    const documents = fc
      .sample(fc.array(block, { minLength: 1, maxLength: 4 }), { numRuns: 300 })
      .map((blocks) => normalized(blocks.join("")))
      .filter((html) => !hasNeighbors(html));
    const locations = { noteName: () => undefined, fileName: () => "" };
    const files = Object.fromEntries(
      documents.map((html, at) => [`n${at}.md`, writeVaultMarkdown({ doc: readStoredHtml(html), files: [] }, locations)]),
    );
    const { notes } = await convertFiles(files);
    const wrong = documents.flatMap((html, at) => {
      const read = writeStoredHtml(notes.get(`n${at}`)?.doc ?? { type: "doc", content: [] });
      return read === html ? [] : [{ html, read, markdown: files[`n${at}.md`] }];
    });
    expect(wrong).toEqual([]);
  });
});
