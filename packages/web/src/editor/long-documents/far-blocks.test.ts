import { Editor } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";
import { DecorationSet } from "@tiptap/pm/view";
import { afterEach, describe, expect, it } from "vitest";
import { editorText } from "../../text/editor/editor.ts";
import { createExtensions } from "../extensions.ts";
import { type FarRequest, farKey } from "./far-state.ts";
import { toIndices, toStretches } from "./near-blocks.ts";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `<p>Line ${at}</p>`).join("");

function show(html: string): Editor {
  const editor = new Editor({ extensions: createExtensions(), content: html, injectCSS: false });
  open.push(editor);
  return editor;
}

function ask(editor: Editor, request: FarRequest): void {
  editor.view.dispatch(editor.state.tr.setMeta(farKey, request));
}

const children = (editor: Editor) => [...editor.view.dom.children] as HTMLElement[];
const text = (element: HTMLElement | undefined): string => (element?.hasAttribute("data-far") ? "gap" : (element?.textContent ?? "none"));

/** Rendered content: each near block, and the number of blocks in each gap. */
function shown(editor: Editor): readonly string[] {
  return children(editor).map((element) => element.getAttribute("aria-label") ?? text(element));
}

function expected(editor: Editor): readonly string[] {
  const { doc } = editor.state;
  const far = farKey.getState(editor.state);
  const near = far?.isLong ? toIndices(doc, far.near) : [{ from: 0, to: doc.childCount }];
  return toStretches(near, doc.childCount).flatMap(({ from, to, isNear }) =>
    isNear ? doc.content.content.slice(from, to).map((block) => block.textContent) : [editorText.farBlocks(to - from)],
  );
}

/** Lists elements whose DOM position and document position do not match, in either direction. */
function misplaced(editor: Editor): readonly string[] {
  const { view, state } = editor;
  const wrong: string[] = [];
  state.doc.forEach((block, offset) => {
    const element = view.nodeDOM(offset);
    if (!(element instanceof HTMLElement) || element.hasAttribute("data-far")) return;
    if (element.textContent !== block.textContent || view.posAtDOM(element, 0) !== offset + (block.isLeaf ? 0 : 1))
      wrong.push(block.textContent);
  });
  return wrong;
}

describe("A2.14 far blocks of a long note", () => {
  it("renders one element for each near block and one for each gap", () => {
    const editor = show(lines(900));
    ask(editor, { from: 400, to: 460 });
    expect(shown(editor)).toEqual(expected(editor));
    expect(children(editor).length).toBeLessThan(120);
    expect(misplaced(editor)).toEqual([]);
    expect(editor.getHTML()).toBe(lines(900));
  });

  it("keeps the elements of blocks that stay near, in either direction", () => {
    const editor = show(lines(900));
    ask(editor, { from: 400, to: 460 });
    for (const [from, to] of [
      [420, 480],
      [380, 440],
    ] as const) {
      const before = new Map(children(editor).map((element) => [element.textContent, element]));
      ask(editor, { from, to });
      expect(shown(editor)).toEqual(expected(editor));
      const stayed = children(editor).filter((element) => /^Line 4[23]\d$/.test(element.textContent ?? ""));
      expect(stayed).toHaveLength(20);
      expect(stayed.filter((element) => before.get(element.textContent) !== element)).toEqual([]);
    }
  });

  it("keeps the gaps while near text is edited, split and joined", () => {
    const editor = show(lines(900));
    const gaps = () => children(editor).filter((element) => element.hasAttribute("data-far"));
    ask(editor, { from: 400, to: 460 });
    const before = gaps();
    const at = editor.view.posAtDOM(children(editor).find((element) => element.textContent === "Line 430") as Node, 0);
    editor.commands.insertContentAt(at, "x");
    editor.view.dispatch(editor.state.tr.split(at + 1));
    editor.view.dispatch(editor.state.tr.join(at - 1));
    expect(gaps()).toEqual(before);
    expect(shown(editor)).toEqual(expected(editor));
    expect(shown(editor)).toContain("Line 429x");
    expect(misplaced(editor)).toEqual([]);
  });

  it.each([400, 460])("renders the paragraph that a far and a near one are joined to (%i)", (boundary) => {
    const editor = show(lines(900));
    ask(editor, { from: 400, to: 460 });
    const { doc } = editor.state;
    const at = doc.content.content.slice(0, boundary).reduce((sum, block) => sum + block.nodeSize, 0);
    editor.view.dispatch(editor.state.tr.join(at));
    expect(shown(editor)).toContain(`Line ${boundary - 1}Line ${boundary}`);
    expect(shown(editor)).toEqual(expected(editor));
  });

  it("colors near code, and text typed into it", async () => {
    const editor = show(lines(900).replace("<p>Line 450<", '<pre><code class="language-javascript">return;</code></pre><p>Line 450<'));
    const keywords = () => editor.view.dom.querySelectorAll(".hljs-keyword").length;
    expect(keywords()).toBe(0);
    ask(editor, { from: 400, to: 460 });
    await expect.poll(keywords).toBe(1);
    const code = editor.view.dom.querySelector("code") as HTMLElement;
    editor.commands.insertContentAt(editor.view.posAtDOM(code, 0), "return 1; ");
    expect(keywords()).toBe(2);
  });

  it("skips far code, even while the user types", async () => {
    const code = '<pre><code class="language-javascript">return;</code></pre>';
    const editor = show(lines(900).replace(/<p>Line (450|700)</g, `${code}$&`));
    ask(editor, { from: 400, to: 460 });
    await expect.poll(() => editor.view.dom.querySelectorAll(".hljs-keyword").length).toBe(1);
    editor.commands.insertContentAt(1, "x");
    const sets = editor.state.plugins.map((plugin) => plugin.props.decorations?.call(plugin, editor.state));
    expect(sets.flatMap((set) => (set instanceof DecorationSet ? set.find() : []))).toHaveLength(1);
  });

  it("renders the selection's blocks, all for print, and near ones after unmounting", () => {
    const editor = show(lines(900));
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.near(editor.state.doc.resolve(5000))));
    expect(shown(editor)).toEqual(expected(editor));
    expect(editor.view.domAtPos(editor.state.selection.from).node.textContent).toBe(editor.state.selection.$from.parent.textContent);
    ask(editor, "whole");
    expect(shown(editor)).toEqual(Array.from({ length: 900 }, (_, at) => `Line ${at}`));
    ask(editor, { from: 0, to: 0 });
    editor.view.setProps({ nodeViews: {} });
    editor.view.setProps({ nodeViews: { paragraph: () => ({ dom: document.createElement("p") }) } });
    expect(children(editor).length).toBeLessThan(120);
  });

  it("reads nothing from a gap when the browser changes text on both sides", async () => {
    const editor = show(lines(900));
    ask(editor, { from: 400, to: 460 });
    const [first, last] = [children(editor)[0], children(editor).at(-1)];
    (first?.firstChild as Text).data = "Line 0 above";
    (last?.firstChild as Text).data = "Line 899 below";
    await expect
      .poll(() => editor.getHTML())
      .toBe(lines(900).replace("<p>Line 0<", "<p>Line 0 above<").replace("Line 899<", "Line 899 below<"));
    expect(shown(editor)).toEqual(expected(editor));
  });

  it("renders correctly after any order of edits, views and undos", () => {
    const editor = show(lines(700));
    let seed = 7;
    const pick = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let step = 0; step < 150; step++) {
      const { doc, tr } = editor.state;
      const [here, there] = [0, 0].map(() => TextSelection.near(doc.resolve(pick(doc.content.size))).from) as [number, number];
      const steps = [
        () => ask(editor, { from: pick(doc.childCount), to: pick(doc.childCount) }),
        () => editor.view.dispatch(tr.setSelection(TextSelection.create(doc, here, there))),
        () => editor.view.dispatch(tr.insertText("typed", here)),
        () => editor.view.dispatch(tr.delete(Math.min(here, there), Math.max(here, there))),
        () => editor.commands.insertContentAt(doc.resolve(here).before(1), `${lines(1 + pick(90))}<hr>`),
        () => editor.commands.undo(),
        () => editor.commands.redo(),
      ];
      steps[pick(steps.length)]?.();
      expect(shown(editor)).toEqual(expected(editor));
      expect(misplaced(editor)).toEqual([]);
    }
  });
});
