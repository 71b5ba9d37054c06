import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createExtensions } from "../extensions.ts";
import { createDocWriter } from "./editor-html.ts";

const BLOCKS = 100;
const html = Array.from({ length: BLOCKS }, (_, at) => `<p>Line ${at}</p>`).join("");

afterEach(() => vi.unstubAllGlobals());

/** A browser that is idle when the test says so. */
function stubIdle() {
  const asked = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal("requestIdleCallback", (run: () => void) => {
    asked.set(++last, run);
    return last;
  });
  vi.stubGlobal("cancelIdleCallback", (id: number) => asked.delete(id));
  return function beIdle(): boolean {
    const [next] = asked;
    if (next === undefined) return false;
    asked.delete(next[0]);
    next[1]();
    return true;
  };
}

/** Counts blocks whose HTML was written: their text is read at that time. */
function open() {
  const editor = new Editor({ extensions: createExtensions(), content: html, injectCSS: false });
  const read = new Set<unknown>();
  for (const block of editor.state.doc.children) {
    const { content } = block;
    Object.defineProperty(block, "content", {
      get: () => {
        read.add(block);
        return content;
      },
    });
  }
  return { editor, read };
}

describe("A2.14 HTML written ahead", () => {
  it("writes a few blocks at a time while idle, until all are written", () => {
    const beIdle = stubIdle();
    const { editor, read } = open();
    expect(beIdle()).toBe(true);
    expect(read.size).toBeGreaterThan(0);
    expect(read.size).toBeLessThan(BLOCKS / 2);
    while (beIdle());
    expect(read.size).toBe(BLOCKS);
    read.clear();
    expect(createDocWriter()(editor.state.doc)).toBe(html);
    expect(read.size).toBe(0);
    editor.destroy();
  });

  it("stops once the note is closed", () => {
    const beIdle = stubIdle();
    const { editor, read } = open();
    beIdle();
    editor.destroy();
    read.clear();
    expect(beIdle()).toBe(false);
    expect(read.size).toBe(0);
  });

  it("works in a browser that does not report idle time", async () => {
    vi.stubGlobal("requestIdleCallback", undefined);
    const { editor, read } = open();
    await expect.poll(() => read.size).toBe(BLOCKS);
    editor.destroy();
  });
});
