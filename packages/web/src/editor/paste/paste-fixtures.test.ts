import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import type { Node } from "@tiptap/pm/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { firstLost, toWords, visibleWords } from "../testing/visible-words.ts";

const FOLDER = join(import.meta.dirname, "../../../../../fixtures/clipboard");
const ARTICLE_CHARS = 300_000;
const LONG_TIMEOUT = { timeout: 120_000 };

type Fixture = {
  readonly name: string;
  /** Clipboard data of the program, by MIME type. */
  readonly data: Readonly<Record<string, string>>;
  /** Expected note, one block per line. */
  readonly note: string;
};

const FIXTURES = readdirSync(FOLDER).map(readFixture);

function readFixture(file: string): Fixture {
  const parts = readFileSync(join(FOLDER, file), "utf8")
    .split(/^--- (.+)\n/m)
    .slice(1);
  const data: Record<string, string> = {};
  for (let at = 0; at + 1 < parts.length; at += 2) data[parts[at] ?? ""] = (parts[at + 1] ?? "").replace(/\n$/, "");
  const { note = "", ...flavors } = data;
  return { name: file.replace(".txt", ""), data: flavors, note };
}

const toHtml = createDocWriter();

function paste(data: Fixture["data"]): Node {
  const hands = createHands("<p></p>");
  hands.paste(data);
  return hands.editor.state.doc;
}

/** Leaves out the language, which is shown beside a code block. */
function wordsOf(doc: Node): readonly string[] {
  const lines: string[] = [];
  doc.descendants((node) => {
    if (node.type.spec.code) lines.push(String(node.attrs.language ?? ""));
    if (node.isTextblock) lines.push(node.textBetween(0, node.content.size, "\n", leafText));
  });
  return toWords(lines.join("\n"));
}

const leafText = ({ type, attrs }: Node): string => (type.name === "math" ? String(attrs.tex) : "\n");

/** Removes line ends between blocks, but keeps those in code. */
const joinLines = (text: string): string => text.trimEnd().replace(/>\n(?=<)/g, ">");

describe("A2.14 what programs put on the clipboard", () => {
  it.each(FIXTURES)("pastes $name as the note beside it, in canonical form", ({ data, note }) => {
    const html = toHtml(paste(data));
    expect(html).toBe(joinLines(note));
    expect(toCanonicalHtml(html)).toBe(html);
  });

  it.each(FIXTURES)("keeps every word of $name", ({ data }) => {
    expect(firstLost(visibleWords(data["text/html"] ?? ""), wordsOf(paste(data)))).toBeUndefined();
  });

  it.each(FIXTURES)("removes $name by one undo", ({ data }) => {
    const hands = createHands("<p>before</p><p></p>");
    hands.paste(data);
    hands.press("z", { ctrlKey: true });
    expect(toHtml(hands.editor.state.doc)).toBe("<p>before</p><p></p>");
  });

  it("keeps every word of an article of 300 kB, in canonical form", LONG_TIMEOUT, () => {
    const parts = FIXTURES.filter(({ name }) => /wiki|mdn|stack|web-|cjk|rtl/.test(name)).map(({ data }) => data["text/html"] ?? "");
    let article = "";
    while (article.length < ARTICLE_CHARS) article += parts.join("");
    const doc = paste({ "text/html": article });
    expect(firstLost(visibleWords(article), wordsOf(doc))).toBeUndefined();
    const html = toHtml(doc);
    expect(toCanonicalHtml(html)).toBe(html);
  });

  const frame = fc.constantFrom(
    (html: string) => html,
    (html: string) => `<div>before ${html} after</div>`,
    (html: string) => `<blockquote>${html}</blockquote>`,
    (html: string) => `<ul><li>item ${html}</li></ul>`,
    (html: string) => `<table border="1"><tr><td>cell</td><td>${html}</td></tr></table>`,
    (html: string) => `<span style="display:block">one</span>${html}<span style="display:block">two</span>`,
    (html: string) => `<section><h2>Part</h2>${html}</section>`,
  );
  const body = fc.constantFrom(
    ...FIXTURES.map(({ data }) => (data["text/html"] ?? "").replace(/<\/?(?:html|body|head)\b[^>]*>|<!DOCTYPE[^>]*>/gi, "")),
  );

  it("keeps every word of each fixture, at any position", LONG_TIMEOUT, () => {
    const hands = createHands("<p></p>");
    fc.assert(
      fc.property(fc.array(fc.tuple(body, frame), { minLength: 1, maxLength: 3 }), (pieces) => {
        const html = pieces.map(([inside, wrap]) => wrap(inside)).join("");
        hands.load("<p></p>");
        hands.paste({ "text/html": html });
        expect(firstLost(visibleWords(html), wordsOf(hands.editor.state.doc))).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
