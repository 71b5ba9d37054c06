import { TextSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { createFocusPlugin } from "./focus-plugin.ts";

function open(html: string, focus: "paragraph" | "sentence") {
  const { editor, type } = createHands(html);
  editor.registerPlugin(createFocusPlugin(focus, "focused"));
  const focused = () => [...editor.view.dom.querySelectorAll(".focused")].map(({ textContent }) => textContent);
  const select = (from: number, to = from): void =>
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, from, to)));
  return { editor, type, focused, select };
}

describe("decision 0057 focus of the writer's mode", () => {
  it("marks the paragraph with the caret, also inside a list", () => {
    const { focused, select } = open("<p>one</p><ul><li><p>two</p></li><li><p>three</p></li></ul>", "paragraph");
    select(2);
    expect(focused()).toEqual(["one"]);
    select(9);
    expect(focused()).toEqual(["two"]);
    select(2, 9);
    expect(focused()).toEqual(["one", "two"]);
  });

  it("marks the sentence with the caret while it is typed", () => {
    const { focused, select, type } = open("<p>First one. Second <strong>one</strong> here. Third.</p>", "sentence");
    select(3);
    expect(focused().join("")).toBe("First one. ");
    select(14);
    expect(focused().join("")).toBe("Second one here. ");
    select(35);
    type(" Fourth");
    expect(focused().join("")).toBe(" Fourth".trim());
  });

  it("leaves the text unmarked while a table or image is selected as a whole", () => {
    const { focused, editor } = open('<p>a<img data-image-id="i1"></p>', "paragraph");
    editor.commands.setNodeSelection(2);
    expect(focused()).toHaveLength(1);
  });
});
