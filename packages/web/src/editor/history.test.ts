import { EDITOR } from "@satchel/core/limits.ts";
import { Editor } from "@tiptap/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createExtensions } from "./extensions.ts";
import { replaceText } from "./outside-value.ts";

afterEach(() => vi.restoreAllMocks());

/** An editor whose keys are as far apart as a test says. */
function open() {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  const editor = new Editor({ extensions: createExtensions(), injectCSS: false });
  const type = (letter: string, laterMs: number): void => {
    now.mockReturnValue(Date.now() + laterMs);
    editor.commands.insertContent({ type: "text", text: letter });
  };
  return { editor, type };
}

describe("A9 editor history", () => {
  it("takes what follows within two seconds back in one step", () => {
    const { editor, type } = open();
    type("a", 0);
    type("b", EDITOR.historyDelayMs - 100);
    type("c", EDITOR.historyDelayMs + 100);
    editor.commands.undo();
    expect(editor.getText()).toBe("ab");
    editor.commands.undo();
    expect(editor.getText()).toBe("");
  });

  it("keeps 500 steps", () => {
    const { editor, type } = open();
    for (let step = 0; step < EDITOR.historySteps + 60; step++) type("x", EDITOR.historyDelayMs + 100);
    let undone = 0;
    while (editor.can().undo()) {
      editor.commands.undo();
      undone++;
    }
    // The library trims its memory in batches, never below what was asked for.
    expect(undone).toBeGreaterThanOrEqual(EDITOR.historySteps);
    expect(undone).toBeLessThan(EDITOR.historySteps + 60);
  });

  it("takes back the person's own changes only", () => {
    const { editor, type } = open();
    type("a", 0);
    replaceText(editor, "<p>a from elsewhere</p>");
    editor.commands.undo();
    expect(editor.getText()).toBe(" from elsewhere");
  });
});
