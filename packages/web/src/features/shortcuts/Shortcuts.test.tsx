import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../app/testing/memory-services.ts";
import { renderApp } from "../../app/testing/render-app.tsx";
import { TOOLS, type Tool } from "../../editor/toolbar/toolbar-items.ts";
import { editorCaps, editorShortcutsText } from "../../text/editor-shortcuts.ts";

describe("A2.15 the shortcuts", () => {
  it("are listed with '?', the editor's as well, but not while somebody writes", async () => {
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes" });
    const search = await screen.findByRole("searchbox", { name: "Search notes" });
    await user.type(search, "?");
    expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull();
    act(() => search.blur());
    await user.keyboard("?");
    const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    for (const name of ["Workspace", "Text of a note"]) expect(dialog.getByRole("region", { name })).toBeTruthy();
    expect(dialog.getByText("Numbered list").nextElementSibling?.textContent).toBe("CtrlShift7");
  });

  it("of the editor are those of its tools", () => {
    const tools: readonly Tool[] = Object.values(TOOLS);
    const rows = new Map(editorShortcutsText.rows.map(([name, keys]) => [name as string, keys]));
    for (const { label, keys } of tools) if (keys !== undefined) expect([label, rows.get(label)]).toEqual([label, editorCaps(keys)]);
  });
});
