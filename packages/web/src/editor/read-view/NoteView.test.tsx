import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { NoteView } from "./NoteView.tsx";

const NOTE = "<p>one</p><p>two words here</p><ul><li><p>three</p></li></ul><p>four</p>";

function show(html: string) {
  const { container, rerender } = render(<NoteView html={html} />);
  const host = container.querySelector(".note-content") as HTMLElement;
  return { host, update: (next: string) => rerender(<NoteView html={next} />) };
}

function textNode(host: HTMLElement, word: string): Text {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node.textContent?.includes(word)) return node as Text;
  throw new Error(`no '${word}'`);
}

function select(host: HTMLElement, word: string): void {
  const node = textNode(host, word);
  const at = node.data.indexOf(word);
  document.getSelection()?.setBaseAndExtent(node, at, node, at + word.length);
}

describe("A2.11 a note that is read while another version arrives", () => {
  it("shows the new version, and keeps the elements of unchanged blocks", () => {
    const { host, update } = show(NOTE);
    const [one, , list, four] = [...host.children];
    update("<p>one</p><p>two other words</p><p>new</p><ul><li><p>three</p></li></ul><p>four</p>");
    expect(host.innerHTML).toBe("<p>one</p><p>two other words</p><p>new</p><ul><li><p>three</p></li></ul><p>four</p>");
    expect([host.children[0], host.children[3], host.children[4]]).toEqual([one, list, four]);
    expect(host.children[0]).toBe(one);
    expect(host.children[4]).toBe(four);
  });

  it.each([
    ["in a block that stays", "four", "<p>zero</p><p>one</p><p>two words here</p><ul><li><p>three</p></li></ul><p>four</p>"],
    ["before what is new in its block", "two", "<p>one</p><p>two words and more here</p><ul><li><p>three</p></li></ul><p>four</p>"],
    ["behind what is new in its block", "here", "<p>one</p><p>two words and more here</p><ul><li><p>three</p></li></ul><p>four</p>"],
    [
      "in a list of which another item changed",
      "three",
      "<p>one</p><p>two words here</p><ul><li><p>three</p></li><li><p>x</p></li></ul><p>four</p>",
    ],
    ["between blocks that changed", "words", "<p>1</p><p>zero</p><p>two words here</p><ul><li><p>3</p></li></ul><p>four</p><p>five</p>"],
  ])("keeps the selection %s", (_, word, next) => {
    const { host, update } = show(NOTE);
    select(host, word);
    update(next);
    expect(document.getSelection()?.toString()).toBe(word);
    expect(host.contains(document.getSelection()?.anchorNode ?? null)).toBe(true);
  });

  it("keeps the blocks between changed ones", () => {
    const { host, update } = show(NOTE);
    const [, two, list] = [...host.children];
    update("<p>zero</p><p>1</p><p>two words here</p><ul><li><p>three</p></li></ul><p>4</p><p>five</p>");
    expect(host.textContent).toBe("zero1two words herethree4five");
    expect([host.children[2], host.children[3]]).toEqual([two, list]);
    expect(host.children[2]).toBe(two);
    expect(host.children[3]).toBe(list);
  });

  it("keeps a selection over several blocks, one of which changed", () => {
    const { host, update } = show(NOTE);
    document.getSelection()?.setBaseAndExtent(textNode(host, "one"), 1, textNode(host, "words"), 9);
    update("<p>one</p><p>two words or more here</p><ul><li><p>three</p></li></ul><p>four</p>");
    const selection = document.getSelection();
    expect([selection?.anchorNode, selection?.anchorOffset]).toEqual([textNode(host, "one"), 1]);
    expect([selection?.focusNode, selection?.focusOffset]).toEqual([textNode(host, "words"), 9]);
  });

  it("keeps selections elsewhere, and shows an entirely different text", () => {
    const { host, update } = show(NOTE);
    const other = document.body.appendChild(document.createElement("p"));
    other.textContent = "elsewhere";
    select(other, "else");
    update("<h2>All new</h2>");
    expect(host.innerHTML).toBe("<h2>All new</h2>");
    expect(document.getSelection()?.toString()).toBe("else");
    other.remove();
  });

  it("decorates blocks by their current type", () => {
    const { host, update } = show('<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>a</p></li></ul><p>b</p>');
    expect(host.querySelector("input")?.checked).toBe(false);
    update('<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li></ul><p>b</p>');
    expect(host.querySelector("input")?.checked).toBe(true);
    update("");
    expect(host.textContent).toBe("");
    update("<p>again</p>");
    expect(host.innerHTML).toBe("<p>again</p>");
  });
});
