import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHands } from "../testing/hands.ts";
import { EditorContents } from "./EditorContents.tsx";

const NOTE = "<h1>One</h1><p>a</p><h2>Two</h2><p>b</p><h3>Three</h3><p>c</p><h2>Four</h2><p>d</p>";

const kept = new Map<string, string>();
const preferences = {
  read: (name: string) => kept.get(name),
  write: (name: string, value: string | undefined) => void (value === undefined ? kept.delete(name) : kept.set(name, value)),
};
let paneWidth = 1000;

beforeEach(() => {
  kept.clear();
  paneWidth = 1000;
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => paneWidth);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(html = NOTE, noteId = "n1") {
  const hands = createHands(html);
  hands.editor.commands.setTextSelection(1);
  render(
    <div data-scroller>
      <EditorContents editor={hands.editor} outline={{ noteId, preferences }} />
    </div>,
  );
  return hands;
}

const outline = () => within(screen.getByRole("navigation", { name: "Contents" }));
const names = () =>
  outline()
    .getAllByRole("button")
    .map(({ textContent }) => textContent)
    .filter((text) => text !== "");
const current = () => screen.getByRole("navigation").querySelector("[aria-current]")?.textContent;

describe("decision 0029 contents beside the note", () => {
  it("follow the caret, and lead to each heading", async () => {
    const { editor } = open();
    expect(names()).toEqual(["One", "Two", "Three", "Four"]);
    expect(current()).toBe("One");
    await userEvent.click(outline().getByRole("button", { name: "Three" }));
    expect(editor.state.selection.$head.parent.textContent).toBe("Three");
    await vi.waitFor(() => expect(current()).toBe("Three"));
  });

  it("collapse the headings below a heading, and remember that without words of the note", async () => {
    open();
    await userEvent.click(outline().getByRole("button", { name: "Headings below “Two”" }));
    expect(names()).toEqual(["One", "Two", "Four"]);
    expect(kept.get(LOCAL_KEYS.outline)).not.toMatch(/One|Two|Three|Four/);
    cleanup();
    open(`<h1>New</h1><p>x</p>${NOTE}`);
    expect(names()).toEqual(["New", "One", "Two", "Four"]);
    await userEvent.click(outline().getByRole("button", { name: "Headings below “Two”" }));
    expect(names()).toContain("Three");
  });

  it("mark the collapsed heading while the caret is below it", async () => {
    const { editor } = open();
    await userEvent.click(outline().getByRole("button", { name: "Headings below “Two”" }));
    editor.commands.setTextSelection(editor.state.doc.content.size - 8);
    editor.commands.setTextSelection(17);
    await vi.waitFor(() => expect(current()).toBe("Two"));
  });

  it("hide on request, and come back from the folded contents", async () => {
    open();
    await userEvent.click(outline().getByRole("button", { name: "Hide contents" }));
    expect(screen.queryByRole("button", { name: "Hide contents" })).toBeNull();
    cleanup();
    open();
    await userEvent.click(outline().getByRole("button", { name: "Show beside the note", hidden: true }));
    expect(outline().getByRole("button", { name: "Hide contents" })).toBeTruthy();
  });

  it("fold over the text where the pane is narrow, and while headings are being typed", async () => {
    paneWidth = 700;
    open();
    expect(screen.queryByRole("button", { name: "Hide contents" })).toBeNull();
    cleanup();
    paneWidth = 1000;
    const { editor } = open("<p>x</p>");
    editor.commands.insertContentAt(
      0,
      ["a", "b", "c"].map((text) => ({ type: "heading", attrs: { level: 1 }, content: [{ type: "text", text }] })),
    );
    expect(await screen.findByRole("navigation", { name: "Contents" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Hide contents" })).toBeNull();
  });

  it.each(["", "null", "[]", '{"closed":{"n1":[1]}}', '{"closed":{"n1":3}}', "{"])("ignore %j where the choices are stored", (text) => {
    kept.set(LOCAL_KEYS.outline, text);
    open();
    expect(names()).toHaveLength(4);
  });
});
