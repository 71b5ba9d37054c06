import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { createDocWriter } from "../../schema/editor-html.ts";
import { createHands, type Hands } from "../../testing/hands.ts";
import { SlashMenu } from "./SlashMenu.tsx";

const toHtml = createDocWriter();
const html = ({ editor }: Hands): string => toHtml(editor.state.doc);

afterEach(cleanup);

function open(note = "<p></p>", host?: EditorHost): Hands {
  const hands = createHands(note);
  render(<SlashMenu editor={hands.editor} host={host} />);
  return hands;
}

const type = (hands: Hands, text: string): Promise<void> => act(async () => hands.type(text));
const press = async (hands: Hands, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await act(async () => hands.press(key));
};
const offered = (): readonly (string | null)[] => screen.queryAllByRole("option").map((option) => option.getAttribute("aria-label"));

describe("A2.14 menu after a slash in running text", () => {
  it.each(["speed in km /h", "either /or", "cd /t", "a /f", "one /footnote", "see /"])(
    "leaves %j as typed when Enter follows",
    async (text) => {
      for (const key of ["Enter", "Tab"]) {
        const hands = open();
        await type(hands, text);
        await press(hands, key);
        await type(hands, "b");
        expect(html(hands)).toBe(key === "Enter" ? `<p>${text}</p><p>b</p>` : `<p>${text}\tb</p>`);
        cleanup();
      }
    },
  );

  it("offers only what fits into the line", async () => {
    const hands = open();
    await type(hands, "see /");
    expect(offered()).toEqual(["Formula", "Footnote"]);
    expect(screen.queryAllByRole("option", { selected: true })).toEqual([]);
    await type(hands, "h2");
    expect(offered()).toEqual([]);
  });

  it("takes by Enter what an arrow chose, and by a click", async () => {
    for (const keys of [
      ["ArrowDown", "Enter"],
      ["ArrowUp", "ArrowUp", "Tab"],
    ]) {
      const hands = open();
      await type(hands, "see /f");
      await press(hands, ...keys);
      expect(hands.editor.state.doc.toString()).toContain("math");
      cleanup();
    }
    const hands = open();
    await type(hands, "see /f");
    await act(async () => screen.getByRole("option", { name: "Formula" }).dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
    expect(hands.editor.state.doc.toString()).toContain("math");
  });

  it("chooses nothing under a resting pointer", async () => {
    const hands = open();
    await type(hands, "see /f");
    await act(async () => screen.getByRole("option", { name: "Formula" }).dispatchEvent(new MouseEvent("mouseover", { bubbles: true })));
    await press(hands, "Enter");
    expect(html(hands)).toBe("<p>see /f</p><p></p>");
  });
});

describe("A2.14 menu after a slash in a line of its own", () => {
  it("shows groups, a line about each command and its shortcut", async () => {
    const hands = open();
    await type(hands, "/");
    expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual(["Text", "Lists", "Blocks", "Insert"]);
    const checklist = screen.getByRole("option", { name: "Checklist" });
    expect(checklist.textContent).toBe("ChecklistItems to tick offCtrl Shift 9");
    expect(offered()).not.toContain("Heading 5");
    await type(hands, "h5");
    expect(offered()).toEqual(["Heading 5"]);
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("offers the last three commands first, across notes", async () => {
    const kept = createMemoryPreferences();
    kept.write("slashUsed", "gone divider");
    const host = { preferences: kept } as unknown as EditorHost;
    for (const command of ["/todo", "/quote", "/table"]) {
      const hands = open("<p></p>", host);
      await type(hands, command);
      await press(hands, "Enter");
      cleanup();
    }
    const hands = open("<p></p>", host);
    await type(hands, "/");
    expect(screen.getAllByRole("group")[0]?.getAttribute("aria-label")).toBe("Recently used");
    expect(offered().slice(0, 4)).toEqual(["Table", "Quote", "Checklist", "Normal"]);
    await press(hands, "ArrowDown", "Enter");
    expect(html(hands)).toBe("<blockquote><p></p></blockquote>");
  });

  it.each([
    ["/todo", "Checklist"],
    ["/to-do", "Checklist"],
    ["/checkbox", "Checklist"],
    ["/divider", "Divider"],
    ["/separator", "Divider"],
    ["/h2", "Heading 2"],
    ["/heading 2", "Heading 2"],
    ["/formula block", "Formula block"],
    ["/block form", "Formula block"],
    ["/code block", "Code block"],
    ["/accordion", "Toggle"],
    ["/spreadsheet", "Table"],
    ["/tip", "Callout"],
  ])("finds by %j", async (text, name) => {
    const hands = open();
    await type(hands, text);
    expect(offered()[0]).toBe(name);
    await press(hands, "Enter");
    expect(hands.editor.state.doc.textContent).not.toContain("/");
  });

  it("leaves words that name nothing as typed", async () => {
    const hands = open();
    await type(hands, "/usr local bin");
    expect(offered()).toEqual([]);
    await press(hands, "Enter");
    expect(html(hands)).toBe("<p>/usr local bin</p><p></p>");
  });

  it("opens nothing after a slash and a space", async () => {
    const hands = open();
    await type(hands, "/ table");
    expect(offered()).toEqual([]);
  });
});
