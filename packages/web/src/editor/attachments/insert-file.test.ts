import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { insertFile } from "./insert-file.ts";

/**
 * Attaches a file at one position while the caret is at the same or another. Returns blocks as lines, with `#` for the file and `|` for the
 * caret.
 */
function attach(html: string, at: number, caret = at): string {
  const { editor } = createHands(html);
  editor.commands.setTextSelection(caret);
  const node = editor.schema.nodes.attachment?.create({ fileId: "f1", fileName: "list.csv" });
  if (node === undefined) throw new Error("no attachments in the schema");
  const transaction = editor.state.tr;
  insertFile(transaction, at, node);
  editor.view.dispatch(transaction);
  const lines: string[] = [];
  editor.state.doc.descendants((block, start) => {
    if (!block.isTextblock) return true;
    const from = editor.state.selection.from - start - 1;
    const parts = block.textBetween(0, block.content.size, "", (leaf) => (leaf.type.name === "attachment" ? "#" : ""));
    lines.push(from >= 0 && from <= block.content.size ? `${parts.slice(0, from)}|${parts.slice(from)}` : parts);
    return false;
  });
  return lines.join("\n");
}

describe("A2.14 where an attached file is put", () => {
  it("is on its own line, and typing continues below it", () => {
    expect(attach("<p>before</p>", 7)).toBe("before\n#\n|");
    expect(attach("<p></p>", 1)).toBe("#\n|");
  });

  it("splits the line that it is inserted into", () => {
    expect(attach("<p>onetwo</p>", 4)).toBe("one\n#\n|two");
    expect(attach("<p>onetwo</p>", 1)).toBe("#\n|onetwo");
    expect(attach("<ul><li><p>onetwo</p></li></ul>", 6)).toBe("one\n#\n|two");
  });

  it("does not leave an extra empty line", () => {
    expect(attach("<p>one</p><p>two</p>", 4, 8)).toBe("one\n#\ntw|o");
    expect(attach("<p>one</p><p></p><p>two</p>", 4)).toBe("one\n#\n|\ntwo");
  });

  it("splits neither code nor a line that cannot be left", () => {
    expect(attach("<pre><code>onetwo</code></pre>", 7)).toBe("onetwo\n#\n|");
  });
});
