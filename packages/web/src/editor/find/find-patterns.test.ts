import { findPattern } from "@satchel/core/document/reading/find-pattern.ts";
import { Editor } from "@tiptap/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import type { PatternFinder } from "../../shared/editor-host/pattern-finder.ts";
import { createExtensions } from "../extensions.ts";
import { createDocWriter, toEditorDoc } from "../schema/editor-html.ts";
import { find, findState, replaceAll, replaceCurrent } from "./find-plugin.ts";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const onPage: PatternFinder = { findPattern: async (pattern, lines) => ({ kind: "found", ...findPattern(pattern, lines) }) };
const toHtml = createDocWriter();
const NOTE = "<p>a1 b22</p><ul><li><p>c333</p></li></ul>";

function open(finder: PatternFinder): Editor {
  const element = document.body.appendChild(document.createElement("div"));
  const host = { pasteCleaner: { clean: async () => undefined, ...finder } } as unknown as EditorHost;
  const editor = new Editor({ element, extensions: createExtensions(() => host), injectCSS: false });
  onTestFinished(() => {
    editor.destroy();
    element.remove();
  });
  editor.commands.setContent(toEditorDoc(editor.schema, NOTE).toJSON());
  return editor;
}

const hitsOf = (editor: Editor): readonly string[] => findState(editor).hits.map(({ from, to }) => editor.state.doc.textBetween(from, to));

describe("decision 0029 regular expressions in find", () => {
  it("finds them in all lines, again after an edit, and replaces all in one undo step", async () => {
    const editor = open(onPage);
    find(editor, { query: "\\d+", isExact: false, isPattern: true });
    await vi.waitFor(() => expect(hitsOf(editor)).toEqual(["1", "22", "333"]));
    editor.commands.insertContentAt(1, "0 ");
    await vi.waitFor(() => expect(hitsOf(editor)).toEqual(["0", "1", "22", "333"]));
    expect(await replaceAll(editor, "n")).toBe(4);
    expect(toHtml(editor.state.doc)).toBe("<p>n an bn</p><ul><li><p>cn</p></li></ul>");
    editor.commands.undo();
    expect(toHtml(editor.state.doc)).toBe("<p>0 a1 b22</p><ul><li><p>c333</p></li></ul>");
  });

  it("replaces groups by what they found, all in one undo step, and one at a time", async () => {
    const editor = open(onPage);
    find(editor, { query: "([a-z])(\\d+)", isExact: false, isPattern: true });
    await vi.waitFor(() => expect(hitsOf(editor)).toEqual(["a1", "b22", "c333"]));
    expect(await replaceAll(editor, "$2$1$$", onPage)).toBe(3);
    expect(toHtml(editor.state.doc)).toBe("<p>1a$ 22b$</p><ul><li><p>333c$</p></li></ul>");
    editor.commands.undo();
    expect(toHtml(editor.state.doc)).toBe(NOTE);
    await vi.waitFor(() => expect(hitsOf(editor)).toEqual(["a1", "b22", "c333"]));
    await replaceCurrent(editor, "<$1>", onPage);
    expect(editor.getText()).toContain("<a> b22");
  });

  it("leaves the text unchanged if the worker cannot expand the replacement", async () => {
    const editor = open(onPage);
    find(editor, { query: "\\d+", isExact: false, isPattern: true });
    await vi.waitFor(() => expect(hitsOf(editor)).toHaveLength(3));
    expect(await replaceAll(editor, "$&", { findPattern: async () => ({ kind: "too-slow" }) })).toBe(0);
    expect([toHtml(editor.state.doc), findState(editor).problem]).toEqual([NOTE, "too-slow"]);
  });

  it("finds them only in the selection, if asked to", async () => {
    const editor = open(onPage);
    find(editor, { query: "\\d+", isExact: false, isPattern: true, within: { from: 4, to: 8 } });
    await vi.waitFor(() => expect(hitsOf(editor)).toEqual(["22"]));
  });

  it.each([
    ["invalid", "(", onPage],
    ["too-slow", "(a+)+b", { findPattern: async () => ({ kind: "too-slow" as const }) }],
    ["failed", "a", { findPattern: async () => ({ kind: "failed" as const }) }],
  ] as const)("reports an expression that is %s", async (problem, query, finder) => {
    const editor = open(finder);
    find(editor, { query, isExact: false, isPattern: true });
    await vi.waitFor(() => expect(findState(editor).problem).toBe(problem));
    expect(findState(editor).hits).toEqual([]);
    find(editor, { query: "c333", isExact: false });
    expect([findState(editor).problem, hitsOf(editor)]).toEqual([undefined, ["c333"]]);
  });

  it("shows the hits of the last expression, and aborts the one before it", async () => {
    const signals: AbortSignal[] = [];
    const editor = open({
      findPattern: (pattern, lines, signal) => {
        signals.push(signal);
        return pattern.source === "a" ? new Promise(() => undefined) : onPage.findPattern(pattern, lines, signal);
      },
    });
    find(editor, { query: "a", isExact: false, isPattern: true });
    find(editor, { query: "b", isExact: false, isPattern: true });
    await vi.waitFor(() => expect(hitsOf(editor)).toEqual(["b"]));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});
