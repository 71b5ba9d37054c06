import { describe, expect, it } from "vitest";
import { createHands } from "../../testing/hands.ts";
import { insertOnNewLine, rememberPosition } from "./insert-markdown.ts";

const ANSWER = "<p>from the AI</p>";

describe("A4 AI dialog: where an answer is put", () => {
  it("is a new line at the remembered place, wherever that has moved to", () => {
    const { editor } = createHands("<p>one</p><p>two</p>");
    const position = rememberPosition(editor, 4);
    editor.commands.insertContentAt(1, "so, ");
    insertOnNewLine(editor, ANSWER, position.at());
    expect(editor.getText({ blockSeparator: "|" })).toBe("so, one|from the AI|two");
  });

  it("is the end where that place is no longer there", () => {
    const { editor } = createHands("<p>one</p><p>two</p>");
    insertOnNewLine(editor, ANSWER, 500);
    expect(editor.getText({ blockSeparator: "|" })).toBe("one|two|from the AI");
  });
});
