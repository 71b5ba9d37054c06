import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import { act, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const NARROWER = LAYOUT.mobileBreakpointPx - 1;
const findText = async () => (await screen.findByRole("textbox", { name: "Note text" })) as HTMLElement & { editor: Editor };

async function writing() {
  const ai = { operator: { host: "ai.example", model: "small" }, answer: () => () => undefined };
  const app = await renderApp({ session: SIGNED_IN, path: "/notes/new", ai });
  const text = await findText();
  act(() => text.focus());
  act(() => void text.editor.commands.insertContent("Milk and bread"));
  act(() => void text.editor.commands.setTextSelection(5));
  return { ...app, text };
}

describe("A2.8 a window that becomes narrower or wider", () => {
  it("keeps the editor with its caret, focus and undo history", async () => {
    const { text, resizeTo, user } = await writing();
    for (const widthPx of [NARROWER, LAYOUT.mobileBreakpointPx]) {
      resizeTo(widthPx);
      expect(await findText()).toBe(text);
      expect(document.activeElement).toBe(text);
      expect(text.editor.state.selection.from).toBe(5);
    }
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(text.textContent).toBe(""));
  });

  it("keeps the AI dialog and its running request", async () => {
    const { resizeTo, user } = await writing();
    await user.click(await screen.findByRole("button", { name: "AI Search" }));
    await user.type(await screen.findByRole("textbox", { name: /Ask AI to help/ }), "A list");
    resizeTo(NARROWER);
    await screen.findByRole("button", { name: "Back to list", hidden: true });
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Ask AI to help/ }).value).toBe("A list");
  });
});
