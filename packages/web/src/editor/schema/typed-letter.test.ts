import type { Transaction } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { toEditorDoc } from "./editor-html.ts";
import { isTypedLetter } from "./typed-letter.ts";

/** What happens when a change of a note with "one" is made with the caret behind it. */
function change(make: (transaction: Transaction) => Transaction): boolean {
  const { editor } = createHands("<p>one</p>");
  return isTypedLetter([make(editor.state.tr)]);
}

describe("A2.14 typed letters, for which plugins have nothing to do", () => {
  it.each([
    ["a letter", "x"],
    ["a composed word", "日本"],
    ["a sign", "."],
  ])("are told from other changes: %s", (_, text) => {
    expect(change((transaction) => transaction.insertText(text))).toBe(true);
  });

  it.each<readonly [string, (transaction: Transaction) => Transaction]>([
    ["a space, behind which words become links", (transaction) => transaction.insertText(" ")],
    ["words with a space", (transaction) => transaction.insertText("two words")],
    ["a new line", (transaction) => transaction.split(2)],
    ["a deletion", (transaction) => transaction.delete(1, 2)],
    ["a mark", (transaction) => transaction.addMark(1, 3, transaction.doc.type.schema.mark("bold"))],
    ["two places at once", (transaction) => transaction.insertText("x", 1).insertText("y", 3)],
    ["a block", (transaction) => transaction.insert(0, toEditorDoc(transaction.doc.type.schema, "<p>two</p>").child(0))],
    ["no change", (transaction) => transaction],
  ])("do not include %s", (_, make) => {
    expect(change(make)).toBe(false);
  });
});
