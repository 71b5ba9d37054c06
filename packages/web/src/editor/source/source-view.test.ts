import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import { undo } from "@tiptap/pm/history";
import { Selection, TextSelection } from "@tiptap/pm/state";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { replaceText } from "../schema/replace-text.ts";
import { createHands } from "../testing/hands.ts";
import { createSourceView } from "./source-view.ts";

const toHtml = createDocWriter();

function open(html: string) {
  const hands = createHands(html);
  const place = document.createElement("div");
  document.body.append(place);
  const source = createSourceView(place, hands.editor, { titleOf: () => undefined, className: "source", isEditable: () => true });
  onTestFinished(() => {
    source.destroy();
    place.remove();
  });
  const { view } = source;
  const lines = (): readonly string[] => view.state.doc.children.map((line) => line.textContent);
  const type = (text: string): void => {
    for (const letter of text) {
      const { from, to } = view.state.selection;
      const insert = () => view.state.tr.insertText(letter, from, to);
      if (!view.someProp("handleTextInput", (handle) => handle(view, from, to, letter, insert) || undefined)) view.dispatch(insert());
    }
  };
  const put = (line: number, column: number): void => {
    const { doc } = view.state;
    const at = doc.children.slice(0, line).reduce((sum, { nodeSize }) => sum + nodeSize, 0) + 1 + column;
    view.dispatch(view.state.tr.setSelection(TextSelection.near(doc.resolve(at))));
  };
  const press = (key: string): void => {
    const event = new KeyboardEvent("keydown", { key });
    view.someProp("handleKeyDown", (handle) => handle(view, event) || undefined);
  };
  return { ...hands, ...source, lines, type, put, press, html: () => toHtml(hands.editor.state.doc) };
}

const RICH = [
  "<h1>Title</h1>",
  '<p style="text-align: center;">Middle</p>',
  '<table><tbody><tr><td colspan="2"><p>a</p></td></tr><tr><td><p>b</p></td><td><p>c</p></td></tr></tbody></table>',
  '<p>red <span style="color: rgb(1, 2, 3);">word</span> here</p>',
  "<p>last</p>",
].join("");

describe("A2.14 Markdown source of a note", () => {
  it("changes nothing by being opened, whatever the note has", () => {
    fc.assert(
      fc.property(canonicalHtml, (html) => {
        const hands = createHands(html);
        const before = toHtml(hands.editor.state.doc);
        const place = document.createElement("div");
        const source = createSourceView(place, hands.editor, { titleOf: () => undefined, className: "s", isEditable: () => true });
        source.putCaret();
        source.destroy();
        expect(toHtml(hands.editor.state.doc)).toBe(before);
        expect(before).toBe(toCanonicalHtml(html));
      }),
      { numRuns: 40 },
    );
  });

  it("changes only the block whose Markdown changes", () => {
    fc.assert(
      fc.property(canonicalHtml, canonicalHtml, (above, below) => {
        const { html, view, lines, put, type, destroy } = open(`${above}<p>typed here</p>${below}`);
        const before = html();
        put(lines().indexOf("typed here"), 5);
        type(" *x*");
        expect(html()).toBe(before.replace("<p>typed here</p>", "<p>typed <em>x</em> here</p>"));
        expect(view.state.doc.childCount).toBe(lines().length);
        destroy();
      }),
      { numRuns: 40 },
    );
  });

  it("shows what Markdown cannot express as parts that typing does not break", () => {
    const { html, lines, put, type, view } = open(RICH);
    expect(lines()).toEqual(["# Title", "", "", "", "", "", "red  here", "", "last"]);
    expect([...view.dom.querySelectorAll("[data-kept]")].map(({ textContent }) => textContent)).toEqual([
      "Aligned text Middle",
      "Table a b c",
      "Colored text word",
    ]);
    put(6, 4);
    type("**");
    put(6, 8);
    type("x");
    expect(html()).toContain('<span style="color: rgb(1, 2, 3);">word</span>');
    put(0, 2);
    type("My ");
    expect(html()).toBe(RICH.replace("Title", "My Title").replace("red <span", "red **<span").replace(" here", " xhere"));
  });

  it("shows spaces and breaks that Markdown drops as small signs", () => {
    const { view, html } = open("<p>a<br><br>b</p><blockquote><p>c</p><p></p></blockquote><p> d</p>");
    expect([...view.dom.querySelectorAll("[data-kept]")].map(({ textContent }) => textContent)).toEqual(["↵", "↵", "¶", "␣"]);
    expect(html()).toBe("<p>a<br><br>b</p><blockquote><p>c</p><p></p></blockquote><p> d</p>");
  });

  it("deletes a kept part whole, and restores it by undo", () => {
    const { html, view } = open(RICH);
    const at = view.state.doc.children.slice(0, 2).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    view.dispatch(view.state.tr.delete(at, at + 1));
    expect(html()).toBe(RICH.replace('<p style="text-align: center;">Middle</p>', ""));
    undo(view.state, view.dispatch);
    expect(html()).toBe(RICH);
  });

  it("undoes what was typed in the source, and the rich text undoes it as well", () => {
    const { html, view, put, type, editor } = open("<p>a</p><p>b</p>");
    put(2, 1);
    type(" **c**");
    expect(html()).toBe("<p>a</p><p>b <strong>c</strong></p>");
    undo(view.state, view.dispatch);
    expect(html()).toBe("<p>a</p><p>b</p>");
    type("!");
    editor.commands.undo();
    expect(html()).not.toContain("!");
  });

  it("closes a code fence with its third sign, so that the text below stays text", () => {
    const { html, type, press, put } = open("<p></p><p>below</p>");
    put(0, 0);
    type("```");
    expect(html()).toBe("<pre><code></code></pre><p>below</p>");
    type("ts");
    press("Enter");
    type("let a;");
    press("Enter");
    press("Enter");
    type("b");
    expect(html()).toBe('<pre><code class="language-ts">let a;\n\nb</code></pre><p>below</p>');
  });

  it("takes a version from elsewhere, and keeps caret and undo steps", () => {
    const { html, lines, put, type, editor, view } = open("<p>first</p><p>second</p><p>third</p>");
    put(2, 6);
    type(" typed");
    replaceText(editor, html().replace("<p>first</p>", "<p>first, from elsewhere</p><p>new</p>"));
    expect(lines()).toEqual(["first, from elsewhere", "", "new", "", "second typed", "", "third"]);
    type("!");
    expect(html()).toBe("<p>first, from elsewhere</p><p>new</p><p>second typed!</p><p>third</p>");
    undo(view.state, view.dispatch);
    expect(html()).toBe("<p>first, from elsewhere</p><p>new</p><p>second</p><p>third</p>");
  });

  it("keeps the caret at the same word in both directions", () => {
    const { editor, view, putCaret, put, destroy } = open(
      "<h2>one</h2><p>two <strong>three</strong> four</p><ul><li><p>five six</p></li></ul>",
    );
    let at = 0;
    editor.state.doc.descendants((node, position) => {
      if (node.text?.includes(" four")) at = position + 1;
    });
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at)));
    putCaret();
    expect(view.state.selection.$head.parent.textContent.slice(0, view.state.selection.$head.parentOffset)).toMatch(/^two \*\*three/);
    put(4, "- five ".length);
    view.dom.dispatchEvent(new FocusEvent("blur"));
    const { $head } = editor.state.selection;
    expect($head.parent.textContent.slice(0, $head.parentOffset).trim()).toBe("five");
    destroy();
  });

  it.each([
    ["a space", "rivers and", " ", "rivers and |"],
    ["marks of punctuation", "rivers", " (and", "rivers (and|"],
    ["a bracket before the first letter", "", "(", "(|"],
  ])("keeps the caret behind %s that was typed last", (_, before, typed, expected) => {
    const { editor, view, putCaret } = open(`<p>${before}</p>`);
    const { tr, doc } = editor.state;
    editor.view.dispatch(tr.insertText(typed, doc.content.size - 1));
    putCaret();
    const { parent, parentOffset } = view.state.selection.$head;
    expect(`${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`).toBe(expected);
  });

  it("pastes text with its line ends, and a copied part as it was", () => {
    const { html, view, put } = open(RICH);
    const send = (kind: string, text: string): DataTransfer => {
      const data = { text, getData: () => data.text, setData: (_: string, set: string) => Object.assign(data, { text: set }) };
      view.dom.dispatchEvent(Object.assign(new Event(kind, { bubbles: true, cancelable: true }), { clipboardData: data }));
      return data as unknown as DataTransfer;
    };
    put(8, 4);
    send("paste", "\n\n- a\n- b");
    expect(html()).toBe(`${RICH}<ul><li><p>a</p></li><li><p>b</p></li></ul>`);
    view.dispatch(
      view.state.tr.setSelection(TextSelection.between(view.state.doc.resolve(1), view.state.doc.resolve(view.state.doc.content.size - 1))),
    );
    const copied = send("copy", "").getData("text/plain");
    expect(copied).not.toMatch(/[\ufdd0-\ufddf]/);
    const before = html();
    view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)));
    send("paste", `x\n\n`);
    send("paste", copied);
    expect(html()).toBe(before.replace("<p>b</p></li></ul>", `<p>bx</p></li></ul>${before}`));
  });
});
