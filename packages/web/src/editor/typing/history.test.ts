import { EDITOR } from "@satchel/core/model/limits/limits.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { slashMenu } from "../insert/typed-menu/menus.ts";
import { replaceText } from "../schema/replace-text.ts";
import { createHands } from "../testing/hands.ts";
import { insertOnNewLine } from "./rules/insert-markdown.ts";
import { OWN_UNDO_STEP } from "./undo-steps.ts";

afterEach(() => vi.restoreAllMocks());

/** The editor's transactions use the page's clock, which the test moves by hand. */
function open(html = "") {
  const clock = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  const hands = createHands(html);
  const pass = (ms: number): void => void clock.mockReturnValue(Date.now() + ms);
  const type = (text: string, everyMs: number): void => {
    for (const letter of text) {
      pass(everyMs);
      hands.type(letter);
    }
  };
  const undo = (): void => hands.press("z", { ctrlKey: true });
  /** The text after each undo, until nothing is left to undo. */
  const undone = (): readonly string[] => {
    const texts: string[] = [];
    while (hands.editor.can().undo() && texts.length < 100) {
      undo();
      texts.push(hands.editor.getText({ blockSeparator: "|" }));
    }
    return texts;
  };
  return { hands, editor: hands.editor, pass, type, undo, undone };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz".repeat(10);

describe("A9 editor history", () => {
  it("ends a step after half a second of pause", () => {
    const { hands, type, undone } = open();
    type("ab", EDITOR.historyDelayMs);
    type("cd", EDITOR.historyDelayMs + 1);
    expect(hands.editor.getText()).toBe("abcd");
    expect(undone()).toEqual(["abc", "ab", ""]);
  });

  it("ends a step after three seconds of typing without a pause", () => {
    const { type, undone } = open();
    type(LETTERS.slice(0, 20), 400);
    expect(undone().map((text) => text.length)).toEqual([16, 8, 0]);
  });

  it("ends a step after thirty characters, however fast they come", () => {
    const { type, undone } = open();
    type(LETTERS.slice(0, 100), 20);
    expect(undone().map((text) => text.length)).toEqual([90, 60, 30, 0]);
  });

  it("undoes twenty seconds of typing with line ends and corrections in small pieces", () => {
    const { hands, type, pass } = open();
    for (let at = 0; at < 100; at++) {
      type("ab", 60);
      pass(60);
      if (at % 7 === 3) hands.press("Enter");
      if (at % 11 === 5) hands.press("Backspace");
    }
    let before = hands.editor.getText({ blockSeparator: "" }).length;
    while (hands.editor.can().undo()) {
      hands.editor.commands.undo();
      const after = hands.editor.getText({ blockSeparator: "" }).length;
      expect(Math.abs(before - after)).toBeLessThanOrEqual(EDITOR.historyStepChars);
      before = after;
    }
    expect(before).toBe(0);
  });

  it("keeps a paste separate from the letters before and after it", () => {
    const { hands, type, undone } = open();
    type("a", 10);
    hands.paste({ "text/html": "<p>one</p><p>two</p>", "text/plain": "one\ntwo" });
    type("b", 10);
    expect(hands.editor.getText({ blockSeparator: "|" })).toBe("aone|twob");
    expect(undone()).toEqual(["aone|two", "a", ""]);
  });

  it.each([
    ["a table", (editor) => editor.commands.insertTable({ rows: 1, cols: 1 })],
    ["a picture", (editor) => editor.commands.insertContent({ type: "image", attrs: { src: "data:image/png;base64,AA==" } })],
    ["a rule", (editor) => editor.commands.setHorizontalRule()],
    ["a heading", (editor) => editor.commands.setHeading({ level: 1 })],
    ["a list", (editor) => editor.commands.toggleBulletList()],
    ["a mark", (editor) => editor.chain().selectAll().toggleBold().run()],
    ["an AI response", (editor) => insertOnNewLine(editor, "<p>answer</p>", editor.state.selection.to)],
    ["an emoji", (editor) => editor.chain().insertContent({ type: "text", text: "x" }).setMeta(OWN_UNDO_STEP, true).run()],
    ["deleting a selection", (editor) => editor.chain().selectAll().deleteSelection().run()],
  ] as readonly (readonly [string, (editor: ReturnType<typeof open>["editor"]) => unknown])[])(
    "keeps %s separate from typing",
    (_, run) => {
      const { hands, editor, type, undo } = open();
      type("ab", 10);
      const before = editor.state.doc.toJSON();
      run(editor);
      const after = editor.state.doc.toJSON();
      expect(after).not.toEqual(before);
      editor.commands.setTextSelection(editor.state.doc.content.size);
      type("c", 10);
      undo();
      expect(hands.editor.state.doc.toJSON()).toEqual(after);
      undo();
      expect(hands.editor.state.doc.toJSON()).toEqual(before);
    },
  );

  it("undoes a slash command in one step, and its typed text in the next", () => {
    const { editor, type, undo } = open();
    type("a /h", 10);
    slashMenu.run(editor, (chosen) => chosen.commands.setHeading({ level: 1 }));
    expect(editor.getHTML()).toBe("<h1>a </h1>");
    undo();
    expect(editor.getHTML()).toBe("<p>a /h</p>");
  });

  it("does not split a word of an input method", () => {
    const { hands, editor, pass, undone } = open();
    for (let at = 1; at <= 40; at++) {
      pass(200);
      const { tr } = editor.state;
      editor.view.dispatch(tr.insertText("あ").setMeta("composition", 7));
    }
    expect(hands.editor.getText()).toHaveLength(40);
    expect(undone()).toEqual([""]);
  });

  it("begins a step after an undo", () => {
    const { type, undo, undone, hands } = open();
    type("ab", 600);
    undo();
    type("c", 10);
    expect(hands.editor.getText()).toBe("ac");
    expect(undone()).toEqual(["a", ""]);
  });

  it("keeps 500 steps", () => {
    const { editor, type } = open();
    type("x".repeat(EDITOR.historySteps + 60), EDITOR.historyDelayMs + 100);
    let undone = 0;
    while (editor.can().undo()) {
      editor.commands.undo();
      undone++;
    }
    // The library trims its memory in batches, never below the limit.
    expect(undone).toBeGreaterThanOrEqual(EDITOR.historySteps);
    expect(undone).toBeLessThan(EDITOR.historySteps + 60);
  });

  it("undoes only the user's own changes", () => {
    const { editor, type } = open();
    type("a", 0);
    replaceText(editor, "<p>a from elsewhere</p>");
    editor.commands.undo();
    expect(editor.getText()).toBe(" from elsewhere");
  });
});
