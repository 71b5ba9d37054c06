import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands, type Hands } from "../testing/hands.ts";

const toHtml = createDocWriter();

function typed(text: string, note = "<p></p>"): string {
  const hands = createHands(note);
  hands.type(text);
  return toHtml(hands.editor.state.doc);
}

const task = (text: string, isChecked = false): string => `<li data-type="taskItem" data-checked="${isChecked}"><p>${text}</p></li>`;
const tasks = (...items: readonly string[]): string => `<ul data-type="taskList">${items.join("")}</ul>`;

describe("A2.14 Ctrl+A", () => {
  const selected = ({ editor: { state } }: Hands): string => state.doc.textBetween(state.selection.from, state.selection.to, "|");
  const all = (hands: Hands): string => {
    hands.press("a", { ctrlKey: true });
    return selected(hands);
  };

  it.each([
    ["code", "<p>before</p><pre><code>a\nb</code></pre>", ["a\nb"]],
    ["cell", "<p>before</p><table><tbody><tr><td><p>x</p></td><td><p>a</p><p>b</p></td></tr></tbody></table>", ["a|b"]],
    [
      "code, then the cell around it",
      "<p>before</p><table><tbody><tr><td><p>x</p><pre><code>c</code></pre></td></tr></tbody></table>",
      ["c", "x|c"],
    ],
    ["note from a line", "<p>before</p><p>line</p>", []],
    ["note from an empty cell", "<p>before</p><table><tbody><tr><td><p></p></td></tr></tbody></table>", []],
  ])("selects the %s first, and then the note", (_, note, steps) => {
    const hands = createHands(note);
    for (const step of steps) expect(all(hands)).toBe(step);
    expect(all(hands)).toContain("before");
  });
});

describe("A2.14 a box typed in a list item makes a task of it", () => {
  it.each([
    ["- [ ] milk", tasks(task("milk"))],
    ["* [x] milk", tasks(task("milk", true))],
    ["1. [] milk", tasks(task("milk"))],
    ["[ ] milk", tasks(task("milk"))],
    ["- a\n[ ] b", `<ul><li><p>a</p></li></ul>${tasks(task("b"))}`],
    ["a [ ] b", "<p>a [ ] b</p>"],
  ])("converts %j", (text, html) => {
    expect(typed(text)).toBe(html);
  });

  it("keeps its own and the following items, and joins the checklist before it", () => {
    const hands = createHands(`${tasks(task("a"))}<ol><li><p>b</p><ul><li><p>c</p></li></ul></li><li><p>d</p></li></ol>`);
    hands.editor.commands.setTextSelection(10);
    hands.type("[x] ");
    const joined = tasks(task("a"), '<li data-type="taskItem" data-checked="true"><p>b</p><ul><li><p>c</p></li></ul></li>');
    expect(toHtml(hands.editor.state.doc)).toBe(`${joined}<ol start="2"><li><p>d</p></li></ol>`);
    hands.type("!");
    expect(toHtml(hands.editor.state.doc)).toContain("<p>!b</p>");
  });

  it("is undone by Backspace", () => {
    const hands = createHands("<ul><li><p></p></li></ul>");
    hands.type("[ ] ");
    hands.press("Backspace");
    expect(toHtml(hands.editor.state.doc)).toBe("<ul><li><p>[ ] </p></li></ul>");
  });
});

describe("A2.14 a line that holds only a mark", () => {
  it.each(["-", "*", "+", "1.", "#", "###", ">", "[]", "[ ]", "[x]"])("stays text if Enter follows %s", (mark) => {
    const shown = mark.replace(">", "&gt;");
    expect(typed(`${mark}\nb`)).toBe(`<p>${shown}</p><p>b</p>`);
    expect(typed(`${mark}\n`, "<ul><li><p></p></li></ul>")).toBe(`<ul><li><p>${shown}</p></li><li><p></p></li></ul>`);
  });

  it("still begins code and callouts by Enter", () => {
    expect(typed("```js\na")).toBe('<pre><code class="language-js">a</code></pre>');
    expect(typed("> [!tip]\na")).toBe('<div data-satchel="callout" data-kind="tip"><p>a</p></div>');
  });
});

describe("A2.14 a list's mark typed at the start of an item", () => {
  const list = (tag: string, ...items: readonly string[]): string =>
    `<${tag}>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</${tag.split(" ")[0]}>`;
  it.each([
    ["1. ", list("ul", "a", "b", "c"), `${list("ul", "a")}${list("ol", "b")}${list("ul", "c")}`],
    ["4. ", list("ul", "a", "b"), `${list("ul", "a")}${list('ol start="4"', "b")}`],
    ["- ", list("ol", "a", "b", "c"), `${list("ol", "a")}${list("ul", "b")}${list('ol start="3"', "c")}`],
    ["* ", tasks(task("a"), task("b", true)), `${tasks(task("a"))}${list("ul", "b")}`],
    ["1. ", tasks(task("a"), task("b")), `${tasks(task("a"))}${list("ol", "b")}`],
    ["[x] ", tasks(task("a"), task("b")), tasks(task("a"), task("b", true))],
    ["[ ] ", tasks(task("a"), task("b")), tasks(task("a"), task("b"))],
    ["[ ] ", tasks(task("a"), task("b", true)), tasks(task("a"), task("[ ] b", true))],
    ["- ", list("ul", "a", "b"), list("ul", "a", "- b")],
    ["2. ", list("ol", "a", "b"), list("ol", "a", "2. b")],
  ])("changes that item alone and nests nothing: %j in %s", (mark, note, html) => {
    const hands = createHands(note);
    const at: number[] = [];
    hands.editor.state.doc.descendants((node, position) => {
      if (node.textContent === "b" && node.isTextblock) at.push(position + 1);
    });
    hands.editor.commands.setTextSelection(at[0] ?? 0);
    hands.type(mark);
    expect(toHtml(hands.editor.state.doc)).toBe(html);
    hands.type("!");
    expect(toHtml(hands.editor.state.doc)).toBe(html.replace(">b<", ">!b<").replace(" b<", " !b<"));
  });

  it("keeps the nested list of the item, and joins a list of the new kind before it", () => {
    const hands = createHands(`${list("ol", "a")}<ul><li><p>b</p>${list("ul", "c")}</li></ul>`);
    hands.editor.commands.setTextSelection(10);
    hands.type("1. ");
    expect(toHtml(hands.editor.state.doc)).toBe(`<ol><li><p>a</p></li><li><p>b</p>${list("ul", "c")}</li></ol>`);
    hands.press("Backspace");
    expect(toHtml(hands.editor.state.doc)).toBe(`${list("ol", "a")}<ul><li><p>1. b</p>${list("ul", "c")}</li></ul>`);
  });

  it("still begins a list in an item's later paragraph", () => {
    expect(typed("- ", "<ul><li><p>a</p><p></p></li></ul>")).toBe("<ul><li><p>a</p><ul><li><p></p></li></ul></li></ul>");
  });
});

describe("A2.14 keys for the block at the caret", () => {
  it("ticks a task by Ctrl+Enter, and unticks it", () => {
    const hands = createHands(tasks(task("a"), task("b")));
    hands.press("Enter", { ctrlKey: true });
    expect(toHtml(hands.editor.state.doc)).toBe(tasks(task("a"), task("b", true)));
    hands.press("Enter", { ctrlKey: true });
    expect(toHtml(hands.editor.state.doc)).toBe(tasks(task("a"), task("b")));
  });

  it("breaks the line by Ctrl+Enter outside tasks", () => {
    const hands = createHands("<ul><li><p>a</p></li></ul>");
    hands.press("Enter", { ctrlKey: true });
    hands.type("b");
    expect(toHtml(hands.editor.state.doc)).toBe("<ul><li><p>a<br>b</p></li></ul>");
  });

  it("makes text of a heading by Backspace at its start, with its alignment, in one undo step", () => {
    const hands = createHands('<p>a</p><h2 style="text-align: center;">b</h2>');
    hands.editor.commands.setTextSelection(4);
    hands.press("Backspace");
    expect(toHtml(hands.editor.state.doc)).toBe('<p>a</p><p style="text-align: center;">b</p>');
    hands.editor.commands.undo();
    expect(toHtml(hands.editor.state.doc)).toBe('<p>a</p><h2 style="text-align: center;">b</h2>');
  });
});

describe("A2.14 links that are typed", () => {
  const link = (href: string, text: string): string => `<a href="${href}">${text}</a>`;
  it.each([
    ["www.example.org ", `<p>${link("https://www.example.org", "www.example.org")} </p>`],
    ["see example.com now", `<p>see ${link("https://example.com", "example.com")} now</p>`],
    ["me@example.org ", `<p>${link("mailto:me@example.org", "me@example.org")} </p>`],
    ["https://a.example/b ", `<p>${link("https://a.example/b", "https://a.example/b")} </p>`],
    ["notes.md and main.rs ", "<p>notes.md and main.rs </p>"],
    ["e.g. this ", "<p>e.g. this </p>"],
    ["self.name and np.info or df.to_csv, a.is ", "<p>self.name and np.info or df.to_csv, a.is </p>"],
    ["self.net and this.com ", "<p>self.net and this.com </p>"],
    ["my.site/page ", `<p>${link("https://my.site/page", "my.site/page")} </p>`],
    ["https://x.test/a, b", `<p>${link("https://x.test/a", "https://x.test/a")}, b</p>`],
    ["www.example.com, b", `<p>${link("https://www.example.com", "www.example.com")}, b</p>`],
    ["(see example.com). b", `<p>(see ${link("https://example.com", "example.com")}). b</p>`],
    ["me@example.org: b", `<p>${link("mailto:me@example.org", "me@example.org")}: b</p>`],
    ["self.name, so: then. a.b! ", "<p>self.name, so: then. a.b! </p>"],
    ["`www.example.com, b` ", "<p><code>www.example.com, b</code> </p>"],
  ])("links %j where it should", (text, html) => {
    expect(typed(text)).toBe(html);
  });

  it("undoes a link before a comma in one step, and keeps the typed space", () => {
    const hands = createHands("<p></p>");
    hands.type("www.example.com, ");
    hands.editor.commands.undo();
    expect(toHtml(hands.editor.state.doc)).toBe("<p>www.example.com, </p>");
  });

  it("ends a link before text typed behind it", () => {
    expect(typed("and", `<p>${link("https://a.example", "a")}</p>`)).toBe(`<p>${link("https://a.example", "a")}and</p>`);
  });
});

describe("A2.14 keys of the toolbar's commands", () => {
  it("Ctrl+Shift+B toggles a quotation like its button, and no bold", () => {
    const hands = createHands("<p>a</p>");
    hands.press("B", { ctrlKey: true, shiftKey: true, keyCode: 66 });
    hands.type("b");
    expect(toHtml(hands.editor.state.doc)).toBe("<blockquote><p>ab</p></blockquote>");
  });
});
