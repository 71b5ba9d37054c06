import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCanonicalHtml } from "../../html/canonical-html.ts";
import { readStoredHtml } from "../../html/read-stored-html.ts";
import { EMPTY_BLOCK, STORED_SOURCE, writeBlock } from "../../html/write-stored-html.ts";
import { cleanPastedHtml } from "../../paste/paste-clean.ts";
import { canonicalHtml } from "../../testing/random-html.ts";
import { createKeptParts, TOKEN } from "./kept-parts.ts";
import { createSourceReader } from "./read-source.ts";
import { createSourceWriter } from "./write-source.ts";

function createTools() {
  const kept = createKeptParts();
  const read = createSourceReader(kept);
  const write = createSourceWriter({ kept, read, titleOf: (id) => `Note ${id}` });
  return { kept, read, write };
}

function blocksOf(html: string): readonly string[] {
  return readStoredHtml(html).content.map((block) => writeBlock(block, STORED_SOURCE));
}

/** Writes tokens as `⟦html⟧`. */
function sourceOf(html: string): string {
  const { kept, write } = createTools();
  return write(blocksOf(html))
    .join("\n\n")
    .replace(TOKEN, (_, id: string) => `⟦${kept.find(id)?.html}⟧`);
}

function throughSource(html: string): string {
  const { read, write } = createTools();
  return read(write(blocksOf(html)).join("\n\n")).join("");
}

const htmlOf = (source: string): string => createTools().read(source).join("");

describe("the Markdown source of a note", () => {
  it.each([
    ["<h2>a</h2><p>b <strong>c</strong></p>", "## a\n\nb **c**"],
    ["<p>snake_case, 2 * 3 &lt; 4, [x], C:\\dir and $5</p>", "snake_case, 2 * 3 < 4, [x], C:\\dir and $5"],
    ["<p>*not* italic</p>", "\\*not\\* italic"],
    ["<p># not a heading</p>", "\\# not a heading"],
    ["<p>a</p><p></p><p></p><p>b</p>", "a\n\n\n\n\n\nb"],
    ["<p></p><p>a</p><p></p>", "\n\na\n\n"],
    ["<p>one<br>two</p>", "one\ntwo"],
    ["<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>", "- a\n  - b"],
    ['<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li></ul>', "- [x] a"],
    ['<p>a<sup data-satchel="footnote">see p. 7</sup></p>', "a^[see p. 7]"],
    ['<p>E = <span data-satchel="math">mc^2</span></p>', "E = $mc^2$"],
    ['<p>see <a data-note-id="n1"></a></p>', "see [Note n1](satchel:note/n1)"],
    ['<p><img data-remote-src="https://a.b/c.png" alt="d"></p>', "![d](https://a.b/c.png)"],
    ['<div data-satchel="callout" data-kind="tip"><p>a</p></div>', "> [!TIP]\n> a"],
    ["<p>Vec&lt;T&gt; &lt;!-- b --&gt;</p>", "Vec<T> <!-- b -->"],
    ["<p>see https://a.b/c, www.d.e and f@g.h</p>", "see https\\://a.b/c, www\\.d.e and f\\@g.h"],
    ["<ul><li><p>a </p></li></ul><ul><li><p>b</p></li></ul><p>c</p>", "- a \n\n* b\n\nc"],
    [
      '<table><tbody><tr><th style="text-align: right;"><p>a</p></th><th><p>b</p></th></tr><tr><td style="text-align: right;"><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
      "| a | b |\n| ---: | --- |\n| 1 | 2 |",
    ],
    ["<p>two  spaces, and one at the end </p>", "two  spaces, and one at the end "],
  ])("writes %s as Markdown", (html, source) => {
    expect(sourceOf(html)).toBe(source);
    expect(throughSource(html)).toBe(html);
  });

  it.each([
    ['<p>a <span style="color: rgb(1, 2, 3);">b</span> c</p>', 'a ⟦<span style="color: rgb(1, 2, 3);">b</span>⟧ c'],
    ['<p>a <img data-image-id="i1" width="3"> c</p>', 'a ⟦<img data-image-id="i1" width="3">⟧ c'],
    ['<p style="text-align: center;">a</p><p>b</p>', '⟦<p style="text-align: center;">a</p>⟧\n\nb'],
    ['<blockquote><p style="text-align: center;">a</p><p>b</p></blockquote>', '> ⟦<p style="text-align: center;">a</p>⟧\n>\n> b'],
    [
      '<table><tbody><tr><td colspan="2"><p>a</p></td></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
      '⟦<table><tbody><tr><td colspan="2"><p>a</p></td></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>⟧',
    ],
    [
      "<table><tbody><tr><th><p>a </p></th></tr><tr><td><p>b</p><ul><li><p>c</p></li></ul></td></tr></tbody></table>",
      "| a⟦ ⟧ |\n| --- |\n| ⟦<p>b</p><ul><li><p>c</p></li></ul>⟧ |",
    ],
    ["<p>a<br><br>b</p>", "a⟦<br>⟧⟦<br>⟧b"],
  ])("keeps whole what Markdown cannot express in %s", (html, source) => {
    expect(sourceOf(html)).toBe(source);
    expect(throughSource(html)).toBe(html);
  });

  it("is read as the same note, whatever the note has", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        expect(throughSource(html)).toBe(html === "" ? EMPTY_BLOCK : html);
      }),
      { numRuns: 500 },
    );
  });

  const FIXTURES = join(import.meta.dirname, "../../../../../../fixtures");
  const CLIPBOARD = readdirSync(join(FIXTURES, "clipboard")).map((name) => join("clipboard", name));
  const pages = readdirSync(FIXTURES).filter((name) => name.endsWith(".html"));

  it.each([...CLIPBOARD, ...pages])("is read as the same note for the fixture %s", (name) => {
    const text = readFileSync(join(FIXTURES, name), "utf8");
    const html = name.endsWith(".html")
      ? cleanPastedHtml(text)
      : toCanonicalHtml(
          text
            .replace(/^[\s\S]*^--- note\n/m, "")
            .replace(/>\n(?=<)/g, ">")
            .trimEnd(),
        );
    expect(html).not.toBe("");
    expect(throughSource(html)).toBe(html);
  });

  it("loses no word of arbitrary typed text", () => {
    const pieces = fc.constantFrom(
      ..."# |- |1. |> |\n```\n|\n~~~\n|\n|\n\n|**|_|`|[a]|(b)|: c|<b>|</b>|<x>|<!--|-->|$|$$|| |---|==|  |\t|word|日本|&amp;|\\|^[|]|[^1]|http://a.b/|<details>|</details>".split(
        "|",
      ),
      "|",
      "| a | b |\n| --- | --- |\n",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (typed) => {
        const words = typed.join("").match(/word|日本/g) ?? [];
        expect((htmlOf(typed.join("")).match(/word|日本/g) ?? []).length).toBeGreaterThanOrEqual(words.length);
      }),
      { numRuns: 500 },
    );
  });

  it("puts a kept part that was moved into code or an address behind it", () => {
    const { kept, read } = createTools();
    const token = kept.keep({ html: '<img data-image-id="i1">', isBlock: false });
    const image = '<p><img data-image-id="i1"></p>';
    expect(read(`\`\`\`\na${token}\n\`\`\``)).toEqual(["<pre><code>a</code></pre>", image]);
    expect(read(`[a](https://b.c/${token})`)).toEqual(['<p><a href="https://b.c/">a</a></p>', image]);
    expect(read(`\`a${token}\``)).toEqual(["<p><code>a</code></p>", image]);
    expect(read(`**${token}** $a${token}$`).join("")).toContain("<strong><img");
  });

  it("reads definitions of links anywhere in the source, and shows unused ones as text", () => {
    expect(htmlOf(`[a][b]\n\n${"word ".repeat(600)}\n\n[b]: https://c.d/\n\n[e]: https://f.g/`)).toMatch(
      /^<p><a href="https:\/\/c.d\/">a<\/a><\/p>[\s\S]*<p>\[e\]: /,
    );
  });
});
