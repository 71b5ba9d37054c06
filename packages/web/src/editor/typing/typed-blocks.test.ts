import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";

const toHtml = createDocWriter();

function typed(text: string, note = "<p></p>"): string {
  const hands = createHands(note);
  hands.type(text);
  return toHtml(hands.editor.state.doc);
}

const task = (text: string, isChecked = false): string => `<li data-type="taskItem" data-checked="${isChecked}"><p>${text}</p></li>`;
const tasks = (...items: readonly string[]): string => `<ul data-type="taskList">${items.join("")}</ul>`;

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
