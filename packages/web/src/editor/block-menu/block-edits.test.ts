import { canonicalHtml } from "@satchel/core/document/testing/random-html.ts";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { blockDepthAt } from "../typing/block-moves/block-move.ts";
import { colorBlock, colorOfBlock, deleteBlock, duplicateBlock, moveBlockAt, moveBlockTo } from "./block-edits.ts";
import { linkedBlocks } from "./linked-blocks.ts";
import { BLOCK_KINDS, type BlockKind, turnInto } from "./turn-into.ts";

const toHtml = createDocWriter();

type Edit = (state: EditorState, at: number) => Transaction | undefined;

/** Edits the block that contains `words`; returns the text after the edit, and after one undo. */
function edit(html: string, words: string, change: Edit): readonly [after: string | undefined, undone: string] {
  const { editor } = createHands(html);
  let at = 0;
  editor.state.doc.descendants((node, pos) => {
    if (!node.isTextblock || !node.textContent.includes(words)) return;
    const $line = editor.state.doc.resolve(pos + 1);
    at = $line.before(blockDepthAt($line));
  });
  const transaction = change(editor.state, at);
  if (transaction !== undefined) editor.view.dispatch(transaction);
  const after = transaction === undefined ? undefined : toHtml(editor.state.doc);
  if (transaction !== undefined) editor.commands.undo();
  return [after, toHtml(editor.state.doc)];
}

const item = (...blocks: readonly string[]): string => `<li>${blocks.join("")}</li>`;
const LIST = `<ul>${item("<p>a</p>")}${item("<p>b</p>", `<ul>${item("<p>c</p>")}</ul>`)}${item("<p>d</p>")}</ul>`;
const turn =
  (kind: BlockKind): Edit =>
  (state, at) =>
    turnInto(state, at, kind);

describe("decision 0029 turning a block into another kind", () => {
  it.each<[string, BlockKind, string, string]>([
    ["<p>x</p>", "heading2", "x", "<h2>x</h2>"],
    ['<h2 style="text-align: center;">x</h2>', "paragraph", "x", '<p style="text-align: center;">x</p>'],
    ["<p>x</p>", "taskList", "x", '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>x</p></li></ul>'],
    ["<p>x</p>", "callout", "x", '<div data-satchel="callout" data-kind="note"><p>x</p></div>'],
    ['<div data-satchel="callout" data-kind="tip"><p>x</p><p>y</p></div>', "paragraph", "x", "<p>x</p><p>y</p>"],
    ["<p>x<br>y</p>", "codeBlock", "x", "<pre><code>x\ny</code></pre>"],
    ["<pre><code>x\n\ny</code></pre>", "bulletList", "x", `<ul>${item("<p>x</p>")}${item("<p></p>")}${item("<p>y</p>")}</ul>`],
    ["<p>x</p>", "toggle", "x", "<details><summary>x</summary><p></p></details>"],
    ["<details><summary>x</summary><p>y</p></details>", "blockquote", "x", "<blockquote><p>x</p><p>y</p></blockquote>"],
    [
      "<table><tbody><tr><td><p>x</p></td></tr></tbody></table>",
      "callout",
      "x",
      '<div data-satchel="callout" data-kind="note"><table><tbody><tr><td><p>x</p></td></tr></tbody></table></div>',
    ],
    [LIST, "paragraph", "b", `<ul>${item("<p>a</p>")}</ul><p>b</p><ul>${item("<p>c</p>")}${item("<p>d</p>")}</ul>`],
    [
      LIST,
      "orderedList",
      "d",
      `<ul>${item("<p>a</p>")}${item("<p>b</p>", `<ul>${item("<p>c</p>")}</ul>`)}</ul><ol>${item("<p>d</p>")}</ol>`,
    ],
    [LIST, "heading1", "c", `<ul>${item("<p>a</p>")}${item("<p>b</p>", "<h1>c</h1>")}${item("<p>d</p>")}</ul>`],
    [
      `<ol>${item("<p>a</p>")}${item("<p>b</p>")}${item("<p>c</p>")}</ol>`,
      "paragraph",
      "b",
      `<ol>${item("<p>a</p>")}</ol><p>b</p><ol start="3">${item("<p>c</p>")}</ol>`,
    ],
    [
      `<ul>${item("<p>a</p>")}</ul><p>b</p><ul>${item("<p>c</p>")}</ul>`,
      "bulletList",
      "b",
      `<ul>${item("<p>a</p>")}${item("<p>b</p>")}${item("<p>c</p>")}</ul>`,
    ],
  ])("turns a block of %s into a %s", (html, kind, words, expected) => {
    expect(edit(html, words, turn(kind))).toEqual([expected, html]);
  });

  it.each<[string, BlockKind, string]>([
    ["<p>x</p>", "paragraph", "x"],
    [LIST, "bulletList", "c"],
    ['<p>x<span data-satchel="math">a</span></p>', "codeBlock", "x"],
    ["<table><tbody><tr><td><p>x</p></td></tr></tbody></table>", "heading1", "x"],
  ])("refuses to turn %s into a %s", (html, kind, words) => {
    expect(edit(html, words, turn(kind))).toEqual([undefined, html]);
  });

  it("keeps all words of any block, and one undo restores it", () => {
    const words = ({ doc }: EditorState): string => doc.textBetween(0, doc.content.size, " ", " ").replace(/\s+/g, " ").trim();
    fc.assert(
      fc.property(canonicalHtml, fc.nat(), fc.constantFrom(...BLOCK_KINDS), (html, seed, kind) => {
        const { editor } = createHands(html);
        const [before, text] = [toHtml(editor.state.doc), words(editor.state)];
        const blocks = linkedBlocks(editor.state.doc);
        const transaction = turnInto(editor.state, blocks[seed % blocks.length]?.at ?? 0, kind);
        fc.pre(transaction !== undefined);
        editor.view.dispatch(transaction as Transaction);
        editor.state.doc.check();
        expect(words(editor.state)).toBe(text);
        editor.commands.undo();
        expect(toHtml(editor.state.doc)).toBe(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe("decision 0029 changes of a whole block", () => {
  it.each<[string, Edit, string, string, string]>([
    ["duplicates", duplicateBlock, "<p>x</p><p>y</p>", "x", "<p>x</p><p>x</p><p>y</p>"],
    [
      "duplicates with sublists",
      duplicateBlock,
      LIST,
      "b",
      LIST.replace(item("<p>b</p>", `<ul>${item("<p>c</p>")}</ul>`), (all) => all + all),
    ],
    [
      "moves up",
      (state, at) => moveBlockAt(state, at, -1),
      LIST,
      "d",
      `<ul>${item("<p>a</p>")}${item("<p>d</p>")}${item("<p>b</p>", `<ul>${item("<p>c</p>")}</ul>`)}</ul>`,
    ],
    ["moves down", (state, at) => moveBlockAt(state, at, 1), "<p>x</p><hr><p>y</p>", "x", "<hr><p>x</p><p>y</p>"],
    ["deletes", deleteBlock, "<p>x</p><p>y</p>", "x", "<p>y</p>"],
    ["deletes with its list", deleteBlock, LIST, "c", LIST.replace(`<ul>${item("<p>c</p>")}</ul>`, "")],
    ["deletes the only one", deleteBlock, `<ul>${item("<p>x</p>")}</ul>`, "x", ""],
    [
      "colors",
      (state, at) => colorBlock(state, at, { kind: "backgroundColor", color: "rgb(254, 243, 199)" }),
      "<p>x <strong>y</strong></p><p>z</p>",
      "x",
      '<p><span style="background-color: rgb(254, 243, 199);">x <strong>y</strong></span></p><p>z</p>',
    ],
    [
      "removes a color of",
      (state, at) => colorBlock(state, at, { kind: "color", color: null }),
      '<p><span style="color: rgb(185, 28, 28); background-color: rgb(254, 243, 199);">x</span> <span style="color: rgb(185, 28, 28);">y</span></p>',
      "x",
      '<p><span style="background-color: rgb(254, 243, 199);">x</span> y</p>',
    ],
  ])("%s a block in one undo step", (_, change, html, words, expected) => {
    expect(edit(html, words, change)).toEqual([expected, html]);
  });

  it("does nothing at the end of the note, and in code", () => {
    expect(edit("<p>x</p>", "x", (state, at) => moveBlockAt(state, at, 1))[0]).toBeUndefined();
    expect(
      edit("<pre><code>x</code></pre>", "x", (state, at) => colorBlock(state, at, { kind: "color", color: "rgb(185, 28, 28)" }))[0],
    ).toBeUndefined();
  });

  it("shows the color that all of a block has", () => {
    const { editor } = createHands(
      '<p><span style="color: rgb(185, 28, 28);">x</span></p><p>y<span style="color: rgb(185, 28, 28);">x</span></p><p>z</p>',
    );
    expect(editor.state.doc.children.map((block) => colorOfBlock(block, "color"))).toEqual(["rgb(185, 28, 28)", undefined, null]);
  });
});

describe("decision 0054 moving a block to another place", () => {
  const to =
    (target: number): Edit =>
    (state, at) =>
      moveBlockTo(state, at, target);

  it.each([
    ["to the end", "<p>a</p><p>b</p><p>c</p>", "a", 9, "<p>b</p><p>c</p><p>a</p>"],
    ["to the begin", "<p>a</p><p>b</p><p>c</p>", "c", 0, "<p>c</p><p>a</p><p>b</p>"],
    [
      "with all it contains",
      `<p>a</p>${LIST}`,
      "b",
      4,
      `<p>a</p><ul>${item("<p>b</p>", `<ul>${item("<p>c</p>")}</ul>`)}${item("<p>a</p>")}${item("<p>d</p>")}</ul>`,
    ],
    [
      "out of a list that it leaves empty",
      `<ul>${item("<p>a</p>")}</ul><ul>${item("<p>b</p>")}</ul>`,
      "a",
      13,
      `<ul>${item("<p>b</p>")}${item("<p>a</p>")}</ul>`,
    ],
  ])("moves it %s, in one undo step", (_, html, words, target, expected) => {
    expect(edit(html, words, to(target))).toEqual([expected, html]);
  });

  it("moves nothing into itself, or to where it is", () => {
    for (const target of [3, 4, 6]) expect(edit("<p>a</p><p>b</p><p>c</p>", "b", to(target))[0]).toBeUndefined();
  });
});
