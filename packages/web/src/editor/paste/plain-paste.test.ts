import { describe, expect, it, vi } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { keepPlain, offeredShape } from "./shaped-paste.ts";

const toHtml = createDocWriter();

function pasted(text: string, note = "<p></p>", html = ""): string {
  const hands = createHands(note);
  hands.paste({ "text/plain": text, ...(html === "" ? {} : { "text/html": html }) });
  return toHtml(hands.editor.state.doc);
}

const link = (href: string, text: string): string => `<a href="${href}">${text}</a>`;

describe("A2.14 plain text that is pasted", () => {
  it.each([
    ["keeps blank lines", "a\n\n\nb\r\n  c", "<p>a</p><p></p><p></p><p>b</p><p>  c</p>"],
    ["ignores the last line end", "a\nb\n", "<p>a</p><p>b</p>"],
    [
      "links addresses, domains and email addresses",
      "see www.a.org, b.com/x, c@d.org. not e.md",
      `<p>see ${link("https://www.a.org", "www.a.org")}, ${link("https://b.com/x", "b.com/x")}, ${link("mailto:c@d.org", "c@d.org")}. not e.md</p>`,
    ],
  ])("inserts plain text: %s", (_, text, html) => {
    expect(pasted(text)).toBe(html);
  });

  it.each([
    ["bulleted list", "<ul><li><p>x</p></li></ul>", "<ul><li><p>xa</p></li><li><p>b</p></li><li><p>c</p></li></ul>"],
    ["numbered list", "<ol><li><p></p></li></ol>", "<ol><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ol>"],
    [
      "checklist",
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>x</p></li></ul>',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>xa</p></li><li data-type="taskItem" data-checked="false"><p>b</p></li><li data-type="taskItem" data-checked="false"><p>c</p></li></ul>',
    ],
    ["paragraph", "<p>x</p>", "<p>xa</p><p>b</p><p>c</p>"],
  ])("makes lines items in a %s or lines in a paragraph", (_, note, html) => {
    expect(pasted("a\nb\nc\n", note)).toBe(html);
  });

  it("makes formatted paragraphs items in an item, without their blank lines", () => {
    const html = "<p>a <b>1</b></p><p></p><div>b</div><p>c</p>";
    const items = "<ul><li><p>xa <strong>1</strong></p></li><li><p>b</p></li><li><p>c</p></li></ul>";
    expect(pasted("a 1\n\nb\nc", "<ul><li><p>x</p></li></ul>", html)).toBe(items);
    const mixed = "<ul><li><p>xa</p><h2>b</h2></li></ul>";
    expect(pasted("a\nb", "<ul><li><p>x</p></li></ul>", "<p>a</p><h2>b</h2>")).toBe(mixed);
  });

  it("keeps a single line, and the text behind the caret, in the item", () => {
    const note = "<ul><li><p>x</p></li><li><p>y</p></li></ul>";
    expect(pasted("a", note)).toBe("<ul><li><p>x</p></li><li><p>ya</p></li></ul>");
    const hands = createHands(note);
    hands.editor.commands.setTextSelection(3);
    hands.paste({ "text/plain": "a\r\n\r\nb" });
    hands.type("!");
    expect(toHtml(hands.editor.state.doc)).toBe("<ul><li><p>a</p></li><li><p>b!x</p></li><li><p>y</p></li></ul>");
    hands.editor.commands.undo();
    hands.editor.commands.undo();
    expect(toHtml(hands.editor.state.doc)).toBe(note);
  });

  it("does not link code: attribute names, file names, and the text of code marks", () => {
    const code = "self.name = np.info(df.to_csv) if a.is else run.sh, conf.com_port, x.com(1)";
    expect(pasted(code)).toBe(`<p>${code}</p>`);
    const marked = "<p>see <code>www.a.org and b.com</code> here</p>";
    expect(pasted("see www.a.org and b.com here", "<p></p>", marked)).toBe(marked);
  });

  it.each(["https://a.example/b", "www.a.org", "c@d.org"])("links selected words if %s is pasted over them", (address) => {
    const hands = createHands("<p>the words</p>");
    hands.editor.commands.setTextSelection({ from: 5, to: 10 });
    hands.paste({ "text/plain": address });
    const href = /^https/.test(address) ? address : address.includes("@") ? `mailto:${address}` : `https://${address}`;
    expect(toHtml(hands.editor.state.doc)).toBe(`<p>the ${link(href, "words")}</p>`);
  });

  it("becomes a table if it has table rows, and one undo restores the lines", () => {
    const hands = createHands("<p>before</p><p></p>");
    hands.paste({ "text/plain": "a\tb\nc\t" });
    const cell = (text: string): string => `<td><p>${text}</p></td>`;
    const table = `<table><tbody><tr>${cell("a")}${cell("b")}</tr><tr>${cell("c")}${cell("")}</tr></tbody></table>`;
    expect(toHtml(hands.editor.state.doc)).toBe(`<p>before</p>${table}`);
    expect(offeredShape(hands.editor.state)).toBe("table");
    hands.editor.commands.undo();
    expect(toHtml(hands.editor.state.doc)).toBe("<p>before</p><p>a\tb</p><p>c\t</p>");
    hands.editor.commands.undo();
    expect(toHtml(hands.editor.state.doc)).toBe("<p>before</p><p></p>");
  });

  it("stays unchanged in code, and with the keys for plain text", () => {
    expect(pasted("a\tb\nc\td", "<pre><code></code></pre>")).toBe("<pre><code>a\tb\nc\td</code></pre>");
    const hands = createHands("<p></p>");
    hands.editor.view.dom.dispatchEvent(new KeyboardEvent("keydown", { key: "V", ctrlKey: true, shiftKey: true }));
    hands.paste({ "text/plain": "a\tb\nc\td" });
    expect(toHtml(hands.editor.state.doc)).toBe("<p>a\tb</p><p>c\td</p>");
  });
});

describe("A2.14 pasted text that is Markdown", () => {
  const TEXT = "# Title\n\nSome *words*.\n\n- [x] a\n- [ ] b\n";
  const PLAIN = "<p># Title</p><p></p><p>Some *words*.</p><p></p><p>- [x] a</p><p>- [ ] b</p>";
  const task = (text: string, on: boolean): string => `<li data-type="taskItem" data-checked="${on}"><p>${text}</p></li>`;
  const RICH = `<h1>Title</h1><p>Some <em>words</em>.</p><ul data-type="taskList">${task("a", true)}${task("b", false)}</ul>`;

  it("is plain first, then formatted, and the plain text can be kept", async () => {
    const hands = createHands("<p></p>");
    hands.paste({ "text/plain": TEXT });
    expect(toHtml(hands.editor.state.doc)).toBe(PLAIN);
    await vi.waitFor(() => expect(offeredShape(hands.editor.state)).toBe("markdown"));
    expect(toHtml(hands.editor.state.doc)).toBe(RICH);
    keepPlain(hands.editor);
    expect(toHtml(hands.editor.state.doc)).toBe(PLAIN);
    expect(offeredShape(hands.editor.state)).toBeUndefined();
  });

  it("offers to keep the plain text until anything else changes", async () => {
    const hands = createHands("<p></p>");
    hands.paste({ "text/plain": TEXT });
    await vi.waitFor(() => expect(offeredShape(hands.editor.state)).toBe("markdown"));
    hands.type("!");
    expect(offeredShape(hands.editor.state)).toBeUndefined();
  });

  it("stays plain if something was typed in the meantime", async () => {
    const hands = createHands("<p></p>");
    hands.paste({ "text/plain": TEXT });
    hands.type("!");
    await import("@satchel/core/document/markdown/markdown-html.ts");
    await Promise.resolve();
    expect(toHtml(hands.editor.state.doc)).toBe(PLAIN.replace("b</p>", "b!</p>"));
  });
});

describe("A2.14 what is copied", () => {
  it.each([
    ["only the words of a line", "<ul><li><p>one two</p></li></ul>", { from: 3, to: 6 }, "one"],
    ["blocks with Markdown marks", "<h2>a</h2><ul><li><p>b</p></li><li><p>c</p></li></ul>", "all", "## a\n\n- b\n- c"],
    ["code unchanged", "<pre><code>a\n  b</code></pre>", { from: 1, to: 6 }, "a\n  b"],
    ["links with their addresses", '<p>a <a href="https://b.example">c</a></p><p>d</p>', "all", "a [c](https://b.example)\n\nd"],
  ] as const)("copies plain text: %s", (_, html, range, text) => {
    const { view, commands, state } = createHands(html).editor;
    commands.setTextSelection(range === "all" ? { from: 0, to: state.doc.content.size } : range);
    expect(view.serializeForClipboard(view.state.selection.content()).text).toBe(text);
  });
});
