import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { countHtml, countText } from "@satchel/core/document/html/html-text.ts";
import { Editor } from "@tiptap/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExtensions } from "../extensions.ts";
import { createDocCounter, createDocSum, createDocWriter } from "./editor-html.ts";
import { showOnce } from "./mounted-editor.ts";

const toHtml = createDocWriter();

function openEditor(html: string): Editor {
  const editor = new Editor({ extensions: createExtensions(), injectCSS: false });
  showOnce(editor, html);
  return editor;
}

const everything =
  '<h1>A</h1><h2 style="text-align: center;">B</h2><p dir="rtl">س <strong>a<em>b<u>c<s>d</s></u></em></strong><sub>1</sub><sup>2</sup></p>' +
  '<p>x  y <a href="https://a.b/?c=1&amp;d"><strong>l</strong><code>m</code></a> ' +
  '<span style="color: rgb(194, 38, 31); background-color: rgb(253, 233, 169);">k</span><br></p><p></p>' +
  '<ul><li><p>a</p><ol start="3" type="a"><li><p>b</p></li></ol></li><li><h3>c</h3></li></ul>' +
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li>' +
  '<li data-type="taskItem" data-checked="false"><p>b</p></li></ul>' +
  '<h4>d</h4><h5>e</h5><h6>f</h6><div data-satchel="callout" data-kind="tip"><p>t</p></div>' +
  "<details><summary>s <strong>u</strong></summary><p>v</p><details><summary></summary><p></p></details></details>" +
  '<div data-satchel="board" data-x="1"><p>later</p></div>' +
  '<p>a<sup data-satchel="footnote">see p. 7</sup> <span data-satchel="math">a^2</span> <a data-note-id="n1"></a> ' +
  '<strong><span data-satchel="mention">@Ada</span></strong></p>' +
  '<blockquote><p>q</p><blockquote><p>r</p></blockquote></blockquote><pre><code class="language-ts">a &lt; b\n\n c</code></pre><pre><code></code></pre>' +
  '<hr><table><tbody><tr><th colspan="2" data-colwidth="80,90"><p>h</p></th></tr>' +
  '<tr><td data-colwidth="80" style="text-align: right; background-color: rgb(1, 2, 3);"><p>1</p></td><td data-colwidth="90"><p>2</p></td></tr></tbody></table>' +
  '<p><img data-image-id="i1" data-original-id="o1" alt="a&quot;b" width="10" height="20" src="data:image/jpeg;base64,AAAA">' +
  '<a data-file-id="f1" data-file-name="a.pdf" data-download-url="/api/files/f1" data-file-size="12" data-mime-type="application/pdf">a.pdf</a></p>';

describe("A2.14 the editor and canonical HTML agree", () => {
  it("holds every node of the schema", () => {
    expect(toCanonicalHtml(everything)).toBe(everything);
  });

  it("returns its input byte for byte", () => {
    const editor = openEditor(everything);
    expect(toHtml(editor.state.doc)).toBe(everything);
    editor.state.doc.check();
  });

  it("changes nothing when a change is undone", () => {
    const editor = openEditor(everything);
    editor.commands.insertContentAt(1, "zz");
    expect(toHtml(editor.state.doc)).not.toBe(everything);
    editor.commands.undo();
    expect(toHtml(editor.state.doc)).toBe(everything);
  });

  it("shows the same markup in its own DOM output", () => {
    // jsdom does not escape < and > in attributes; there are none here. The body of a toggle has a wrapper in the editor that does not
    // matter to readers.
    expect(toCanonicalHtml(openEditor(everything).getHTML())).toBe(everything);
    expect(
      openEditor(everything)
        .getHTML()
        .replaceAll(/<\/summary><div>|<\/div>(?=<\/details>)/g, (frame) => frame.replace(/<\/?div>/, "")),
    ).toBe(everything);
  });

  it("is empty for an empty note", () => {
    expect(toHtml(openEditor("").state.doc)).toBe("");
  });

  it("counts characters incrementally", () => {
    const [editor, count] = [openEditor("<h1>Two words</h1><p>and<br>three more</p><p>👩‍🚀</p>"), createDocCounter()];
    expect(count(editor.state.doc)).toBe(25);
    editor.commands.insertContentAt(1, "abc");
    editor.commands.insertContentAt(20, { type: "paragraph", content: [{ type: "text", text: "x" }] });
    expect(count(editor.state.doc)).toBe(29);
    editor.commands.clearContent();
    expect(count(editor.state.doc)).toBe(0);
  });

  it("writes a plain grid unchanged, and completes an incomplete one", () => {
    const cell = fc.tuple(
      fc.constantFrom("td", "th"),
      fc.constantFrom("", ' style="background-color: rgb(1, 2, 3);"', ' data-colwidth="90"', ' colspan="2"'),
      fc.constantFrom("a", "", "x &lt; y"),
    );
    const row = fc.array(cell, { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const cells = (of: (typeof rows)[number]) =>
          of.map(([tag, attributes, text]) => `<${tag}${attributes}><p>${text}</p></${tag}>`).join("");
        const editor = openEditor(`<table><tbody>${rows.map((each) => `<tr>${cells(each)}</tr>`).join("")}</tbody></table>`);
        editor.commands.insertContentAt(4, "y");
        const html = toHtml(editor.state.doc);
        expect(html).toContain("y");
        expect(toCanonicalHtml(html)).toBe(html);
        editor.destroy();
      }),
      { numRuns: 60 },
    );
  });

  it("counts line by line the same as the whole", () => {
    const editor = openEditor(everything);
    const words = (text: string): number => countText(text).words;
    const count = createDocSum(words);
    expect(count(editor.state.doc)).toBe(countHtml(everything).words);
    editor.commands.insertContentAt(1, "one two ");
    expect(count(editor.state.doc)).toBe(countHtml(everything).words + 2);
  });

  it("writes a document after any edits as if it were new", () => {
    const [editor, writer] = [openEditor(everything), createDocWriter()];
    const size = editor.state.doc.content.size;
    for (let step = 0; step < 120; step++) {
      const at = (step * 7919) % size;
      if (step % 3 === 0) editor.commands.insertContentAt(at, "y");
      else if (step % 3 === 1) editor.commands.deleteRange({ from: at, to: Math.min(at + 5, editor.state.doc.content.size) });
      else editor.commands.undo();
      expect(writer(editor.state.doc)).toBe(createDocWriter()(editor.state.doc));
      expect(toCanonicalHtml(writer(editor.state.doc))).toBe(writer(editor.state.doc));
    }
  });
});
