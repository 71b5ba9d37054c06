import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { TagOffer } from "./TagOffer.tsx";

const toHtml = createDocWriter();

afterEach(cleanup);

function open(note = "<p></p>", own: readonly string[] = []) {
  const hands = createHands(note);
  const added: string[] = [];
  render(<TagOffer editor={hands.editor} tags={{ has: (tag) => own.includes(tag), add: (tag) => void added.push(tag) }} />);
  const type = (text: string): Promise<void> => act(async () => hands.type(text));
  const press = (key: string): Promise<void> => act(async () => hands.press(key));
  const offer = () => screen.queryByRole("region", { name: "Tag from the text" })?.querySelector("output")?.textContent;
  return { hands, type, press, offer, added, html: () => toHtml(hands.editor.state.doc) };
}

describe("decision 0047 a hashtag that is typed", () => {
  it("is offered once a space follows, and is a tag only when the user says so", async () => {
    const { type, offer, added, html } = open();
    await type("seen #lapwings");
    expect(offer()).toBeUndefined();
    await type(" today");
    expect(offer()).toBe("Make \u201clapwings\u201d a tag of this note?");
    expect(added).toEqual([]);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Add tag" })));
    expect(added).toEqual(["lapwings"]);
    expect(html()).toBe("<p>seen #lapwings today</p>");
    expect(offer()).toBeUndefined();
  });

  it("is not offered any more in the next paragraph, or after it was declined", async () => {
    const { type, press, offer, added } = open();
    await type("#marsh ");
    await press("Enter");
    expect(offer()).toBeUndefined();
    await type("#fen ");
    expect(offer()).toContain("fen");
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Don't add it" })));
    await type("and more");
    expect(offer()).toBeUndefined();
    expect(added).toEqual([]);
  });

  it.each(["#1 ", "# ", "a#b ", "see #2026/11 ", "`#code "])("is not offered for %j", async (text) => {
    const { type, offer } = open();
    await type(text);
    expect(offer()).toBeUndefined();
  });

  it("is not offered in code, for a tag that the note has, and for text that was there", async () => {
    const code = open("<pre><code></code></pre>");
    await code.type("#word ");
    expect(code.offer()).toBeUndefined();
    cleanup();
    const own = open("<p></p>", ["birds"]);
    await own.type("#birds ");
    expect(own.offer()).toBeUndefined();
    cleanup();
    const there = open("<p>#birds </p>");
    await there.type("x");
    expect(there.offer()).toBeUndefined();
  });
});
