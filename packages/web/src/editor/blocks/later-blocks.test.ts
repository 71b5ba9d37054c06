/** Content of a later version survives everything that this version does with a note, byte for byte. Decision 0023. */

import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { toFoundText } from "@satchel/core/document/html/find-text.ts";
import { opaqueText } from "@satchel/core/document/html/opaque-html.ts";
import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { isText, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { writeMarkdown } from "@satchel/core/document/markdown/write-markdown.ts";
import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import { mergeContent } from "@satchel/core/merge/merge-content.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands, type Hands } from "../testing/hands.ts";
import { firstLost, toWords } from "../testing/visible-words.ts";

const toHtml = createDocWriter();

const attribute = fc
  .tuple(
    fc.constantFrom("data-x", "data-long-name-9", "data-checked", "data-kind", "data-type", "dir", "alt", "width"),
    fc.constantFrom("1", "", "rtl", "a&b<c>", "taskList", "x'y", "tip", "\n"),
  )
  .map(([name, value]) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}"`);
const attributes = fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => text.split("=")[0] }).map((list) => list.join(""));
const name = fc.constantFrom("board", "gallery-2", "poll", "Callout", "math2", "x".repeat(60));
const inside = fc.oneof(canonicalHtml, fc.constantFrom("", "words &amp; more", "<p>a</p>b<ul><li>c</li></ul>"));
const words = fc.constantFrom("", "Ada", "<strong>Ada</strong> &lt;3", "a<br>b");

const block = fc.tuple(name, attributes, inside).map(([own, extra, html]) => `<div data-satchel="${own}"${extra}>${html}</div>`);
const inline = fc.tuple(name, attributes, words).map(([own, extra, html]) => `<span data-satchel="${own}"${extra}>${html}</span>`);
const piece = fc.oneof(
  block,
  inline.map((html) => `<p>a ${html} b</p>`),
  inline.map((html) => `<p><strong>${html}</strong><a href="https://a.b">${html}</a></p>`),
  block.map((html) => `<ul><li>${html}</li></ul>`),
  block.map((html) => `<details><summary>t</summary>${html}</details>`),
  fc.tuple(block, inline).map(([one, other]) => `<table><tr><td>${one}</td><th>${other}</th></tr></table>`),
  block.map((html) => `<blockquote><div data-satchel="callout">${html}</div></blockquote>`),
);
const note = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => toCanonicalHtml(`<p>first</p>${pieces.join("<p>between</p>")}<p>last</p>`));

/** Stored elements of a later version. */
function laterOf(html: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: StoredNode): void => {
    if (isText(node)) return;
    if (node.type === "unknownBlock" || node.type === "unknownInline") found.push(String(node.attrs.html));
    for (const child of node.content ?? []) visit(child);
  };
  for (const child of readStoredHtml(html).content) visit(child);
  return found;
}

const lettersOf = (text: string): readonly string[] => toWords(text).flatMap((word) => [...word]);

const EDITS: Readonly<Record<string, (hands: Hands) => void>> = {
  "typing behind it": ({ type }) => type("# typed **bold** [x](https://a.b) "),
  "a line before it": ({ editor, type }) => {
    editor.commands.setTextSelection(1);
    type("one\ntwo\n");
  },
  "formatting of all of it": ({ editor }) => void editor.chain().selectAll().toggleBold().toggleHeading({ level: 2 }).run(),
  "a list of the last line": ({ editor }) => void editor.chain().focus("end").toggleBulletList().run(),
  "undo of everything": ({ editor, press }) => {
    editor.chain().selectAll().deleteSelection().run();
    press("z", { ctrlKey: true });
  },
  "copying it into another note": ({ editor, load, paste }) => {
    const { doc } = editor.state;
    const { dom, text } = editor.view.serializeForClipboard(doc.slice(0, doc.content.size));
    load("<p></p>");
    paste({ "text/html": dom.innerHTML, "text/plain": text });
  },
};

describe("0023 a note with blocks of a later version", () => {
  for (const [what, edit] of Object.entries(EDITS)) {
    it(`keeps them unchanged after ${what}`, () => {
      const hands = createHands();
      fc.assert(
        fc.property(note, (html) => {
          hands.load(html);
          expect(toHtml(hands.editor.state.doc)).toBe(html);
          edit(hands);
          const edited = toHtml(hands.editor.state.doc);
          expect(laterOf(edited)).toEqual(laterOf(html));
          expect(toCanonicalHtml(edited)).toBe(edited);
        }),
        { numRuns: 25 },
      );
    });
  }

  it("keeps them unchanged after a merge, and finds and exports their words", () => {
    fc.assert(
      fc.property(note, (html) => {
        const [ours, theirs] = [html.replace("<p>last</p>", "<p>last here</p>"), html.replace("<p>first</p>", "<p>first there</p>")];
        const { content, clash } = mergeContent(html, ours, theirs);
        expect(clash).toBe(false);
        expect(content).toContain("last here");
        expect(content).toContain("first there");
        expect(laterOf(content)).toEqual(laterOf(html));
        const wanted = lettersOf(laterOf(html).map(opaqueText).join(" "));
        expect(firstLost(wanted, lettersOf(toFoundText(content)))).toBeUndefined();
        expect(firstLost(wanted, lettersOf(writeMarkdown("", readStoredHtml(content))))).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });
});
