import { describe, expect, it } from "vitest";
import { createHands } from "../../testing/hands.ts";
import { insertOnNewLine, rememberPosition } from "./insert-markdown.ts";

const ANSWER = "<p>from the AI</p>";

describe("A4 AI dialog: where an answer is put", () => {
  it("is a new line at the remembered position, wherever that has moved", () => {
    const { editor } = createHands("<p>one</p><p>two</p>");
    const position = rememberPosition(editor, 4);
    editor.commands.insertContentAt(1, "so, ");
    insertOnNewLine(editor, ANSWER, position.at());
    expect(editor.getText({ blockSeparator: "|" })).toBe("so, one|from the AI|two");
  });

  it("is the end if that position no longer exists", () => {
    const { editor } = createHands("<p>one</p><p>two</p>");
    insertOnNewLine(editor, ANSWER, 500);
    expect(editor.getText({ blockSeparator: "|" })).toBe("one|two|from the AI");
  });
});
