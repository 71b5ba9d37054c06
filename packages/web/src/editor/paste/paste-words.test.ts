import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { MAX_NESTING } from "@satchel/core/document/html/stored-html.ts";
import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands, type Hands } from "../testing/hands.ts";

const toHtml = createDocWriter();
const LONG_TIMEOUT = { timeout: 120_000 };

/** Words with everything that Markdown or an editor rule could take for a mark. */
const word = fc.oneof(
  fc.constantFrom(
    ..."__init__ __dict__ *args **kwargs): * ** *** _ __ ~ ~~ ` ``` # ## - -- --- > >> [ ] [x] [ ]( ) | 1. 2) + = \\* <b> &amp; : / /h1".split(
      " ",
    ),
    ..."snake_case _private_ *a* **b** ~~c~~ ~/x~y~ `d` [e](f) https://a.example/b_c_d?e=*f*&g=_h_ www.a.example i@j.example :smile: ==k==".split(
      " ",
    ),
  ),
  fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 8 }),
);
const line = fc.array(word, { minLength: 1, maxLength: 8 });

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

type Piece = { readonly html: string; readonly words: readonly string[] };

/** One line of words with web formatting. */
const inline: fc.Arbitrary<Piece> = fc
  .array(fc.tuple(word, fc.constantFrom("", "b", "i", "em", "strong", "s", "code", "span", "font", "u", "sub", "mark", "a")), {
    minLength: 1,
    maxLength: 8,
  })
  .map((pieces) => ({
    words: pieces.map(([text]) => text),
    html: pieces
      .map(([text, tag]) =>
        tag === "" ? escaped(text) : `<${tag}${tag === "a" ? ' href="https://a.example"' : ""}>${escaped(text)}</${tag}>`,
      )
      .join(" "),
  }));

const frame =
  (open: string, close: string) =>
  (piece: Piece): Piece => ({ words: piece.words, html: open + piece.html + close });
const block: fc.Arbitrary<Piece> = fc
  .tuple(
    inline,
    fc.constantFrom(
      frame("<p>", "</p>"),
      frame("<div>", "</div>"),
      frame("<h2>", "</h2>"),
      frame("<ul><li>", "</li></ul>"),
      frame("<ol><li><p>", "</p></li></ol>"),
      frame("<blockquote>", "</blockquote>"),
      frame("<pre><code>", "</code></pre>"),
      frame("<table><tr><td>one</td><td>", "</td></tr></table>"),
      frame('<p class=MsoListParagraph style="mso-list:l0 level1 lfo1">', "</p>"),
      frame("<dl><dt>", "</dt></dl>"),
    ),
  )
  .map(([piece, wrap]) => {
    const whole = wrap(piece);
    return whole.html.startsWith("<table>") ? { ...whole, words: ["one", ...whole.words] } : whole;
  });

function wordsOf(doc: Node): readonly string[] {
  return doc
    .textBetween(0, doc.content.size, "\n", "\n")
    .split(/\s+/)
    .filter((found) => found !== "");
}

/** `[x]` at the start of a list item becomes a task's tick, so both sides leave out ticks. */
function withoutTicks(words: readonly string[]): readonly string[] {
  const text = words.join(" ").replace(/\[[ xX]?\]/g, " ");
  return text.split(/\s+/).filter((found) => found !== "");
}

/** Words of a note after a paste into an empty line between two others. */
function pasted(hands: Hands, data: Readonly<Record<string, string>>): readonly string[] {
  hands.load("<p></p>");
  hands.paste(data);
  return wordsOf(hands.editor.state.doc);
}

describe("A2.14 a paste keeps every word", () => {
  it.each(["def __init__(self, *args, **kwargs)", "2 * 3 * 4", "a snake_case_name and _private_", "~~x~~ `y` **z** _q_"])(
    "keeps %s unchanged, rich and plain",
    (text) => {
      const hands = createHands();
      hands.paste({ "text/html": `<p>${text}</p>`, "text/plain": text });
      expect(hands.editor.getText()).toBe(text);
      hands.load("");
      hands.paste({ "text/plain": text });
      expect(hands.editor.getText()).toBe(text);
      hands.load("<p>before </p>");
      hands.paste({ "text/html": `before <span>${text}</span>` });
      expect(hands.editor.getText()).toBe(`before before ${text}`);
    },
  );

  it("keeps words of rich text, whatever characters they contain", LONG_TIMEOUT, () => {
    const hands = createHands();
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const words = blocks.flatMap((piece) => piece.words.flatMap((text) => text.split(/\s+/)));
        const found = pasted(hands, { "text/html": blocks.map((piece) => piece.html).join("\n"), "text/plain": "-" });
        expect(withoutTicks(found)).toEqual(withoutTicks(words));
      }),
      { numRuns: 400, examples: [[[{ words: ["[x]", "!"], html: "<ul><li>[x] !</li></ul>" }]]] },
    );
  });

  it("keeps words of plain text, whatever characters they contain", LONG_TIMEOUT, () => {
    const hands = createHands();
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.map((words) => words.join(" ")).join("\n");
        expect(pasted(hands, { "text/plain": text })).toEqual(lines.flat());
      }),
      { numRuns: 400 },
    );
  });

  it("keeps words of text that was copied in the editor", LONG_TIMEOUT, () => {
    const hands = createHands();
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        hands.load("<p></p>");
        hands.paste({ "text/html": blocks.map((piece) => piece.html).join("") });
        const { doc } = hands.editor.state;
        const { dom, text } = hands.editor.view.serializeForClipboard(doc.slice(0, doc.content.size));
        expect(pasted(hands, { "text/html": dom.innerHTML, "text/plain": text })).toEqual(wordsOf(doc));
      }),
      { numRuns: 150 },
    );
  });
});

describe("A2.14 what was copied here is pasted as it was", () => {
  const NOTE =
    "<h1>Title</h1><p>one <strong>two</strong>  three</p><p></p><p></p><ul><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li><p>d</p></li></ul>" +
    '<ol start="3"><li><p>e</p></li></ol><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>f</p></li></ul>' +
    "<blockquote><p>g</p><p>h</p></blockquote><pre><code>i\n  j</code></pre><p>k</p>";

  it("keeps any selection unchanged, pasted anywhere", LONG_TIMEOUT, () => {
    const hands = createHands();
    const { view } = hands.editor;
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (one, other, where) => {
        hands.load(NOTE);
        const { doc } = view.state;
        const positions = textPositions(doc);
        const [from, to] = [one, other].map((at) => positions[at % positions.length] ?? 0).sort((a, b) => a - b) as [number, number];
        fc.pre(from < to);
        const slice = TextSelection.create(doc, from, to).content();
        const { dom, text } = view.serializeForClipboard(slice);
        hands.editor.commands.setTextSelection(positions[where % positions.length] ?? 0);
        fc.pre(!view.state.selection.$from.parent.type.spec.code);
        const expected = view.state.tr.replaceSelection(slice).doc;
        hands.paste({
          "text/html": `<html><body><!--StartFragment-->${dom.innerHTML}<!--EndFragment--></body></html>`,
          "text/plain": text,
        });
        expect(toHtml(view.state.doc)).toBe(toHtml(expected));
      }),
      { numRuns: 400 },
    );
  });
});

describe("decision 0007 a paste that says it was copied here is cleaned like any other", () => {
  const IMAGE = '<img src="https://evil.example/x.gif" onerror="alert(1)">';
  it.each([
    ["markup of its own", `<p data-pm-slice="0 0 []" data-satchel-copy>a${IMAGE}<script>1</script></p>`],
    ["a context that is no list", '<p data-pm-slice="0 0 {" data-satchel-copy>a</p>'],
    ["a context of unknown nodes", '<p data-pm-slice="1 1 [&quot;evil&quot;,{}]" data-satchel-copy>a</p>'],
    [
      "attributes of its own",
      '<li data-pm-slice="1 1 [&quot;orderedList&quot;,{&quot;start&quot;:{&quot;a&quot;:1},&quot;type&quot;:&quot;x&quot;}]" data-satchel-copy><p>a</p></li>',
    ],
    ["open ends that are not there", '<p data-pm-slice="99 99 []" data-satchel-copy>a</p>'],
    ["another editor's slice", '<div data-pm-slice="1 1 []"><p style="font-weight:bold" onclick="x">a</p></div>'],
  ])("with %s", (_, html) => {
    const hands = createHands("<p></p>");
    hands.paste({ "text/html": html });
    const note = toHtml(hands.editor.state.doc);
    expect(hands.editor.getText().trim()).toBe("a");
    expect(note).toBe(toCanonicalHtml(note));
    expect(note).not.toMatch(/evil|script|on\w+=/);
  });

  it("limits the depth of a context that is ten thousand lists deep", () => {
    const hands = createHands("<p></p>");
    const context = JSON.stringify(
      Array.from({ length: 20_000 }, (__, at) => (at % 2 === 0 ? (at % 4 === 0 ? "bulletList" : "listItem") : {})),
    );
    hands.paste({ "text/html": `<p data-satchel-copy data-pm-slice="1 1 ${context.replaceAll('"', "&quot;")}">a</p>` });
    const note = toHtml(hands.editor.state.doc);
    expect(hands.editor.getText().trim()).toBe("a");
    expect(note.match(/<ul>/g)?.length ?? 0).toBeLessThanOrEqual(MAX_NESTING);
  });
});

/** All positions inside lines. */
function textPositions(doc: Node): readonly number[] {
  const positions: number[] = [];
  doc.descendants((node, at) => {
    if (node.isTextblock) for (let offset = 0; offset <= node.content.size; offset++) positions.push(at + 1 + offset);
  });
  return positions;
}
