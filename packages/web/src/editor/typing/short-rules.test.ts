import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { endOnly, LOOKED_AT_CHARS, TYPED_MARKS } from "./rules/typing-rules.ts";

describe("A2.14 typing rules in a long paragraph", () => {
  const long = "word ".repeat(2000);

  it("applies rules as in a short paragraph", () => {
    const hands = createHands(`<p>${long}</p>`);
    hands.type("**bold** _it_ `code` ");
    const html = hands.editor.getHTML();
    expect(html).toContain("<strong>bold</strong>");
    expect(html).toContain("<em>it</em>");
    expect(html).toContain("<code>code</code>");
  });

  it("uses only the paragraph's end, without taking the cut for the beginning", () => {
    const looked: number[] = [];
    const find = /x$/;
    find.exec = (text) => {
      looked.push(text.length);
      return null;
    };
    endOnly(find).exec(`${long}x`);
    expect(looked).toEqual([LOOKED_AT_CHARS]);
    const cut = `**${"a".repeat(LOOKED_AT_CHARS - 4)}**`;
    expect(endOnly(TYPED_MARKS.bold).exec(cut)?.[3]).toHaveLength(LOOKED_AT_CHARS - 4);
    expect(endOnly(TYPED_MARKS.bold).exec(`x${cut}`)).toBeNull();
  });
});
