import { act, screen, within } from "@testing-library/react";
import { getExtensionField } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { TOOLS, type Tool } from "../../editor/controls/toolbar-items.ts";
import { createHands } from "../../editor/testing/hands.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { editorCaps, editorShortcutsText } from "../../text/actions/editor-shortcuts.ts";

describe("A2.15 the shortcuts", () => {
  it("lists them with '?', including the editor's, but not while typing", async () => {
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes" });
    const search = await screen.findByRole("searchbox", { name: "Search notes" });
    await user.type(search, "?");
    expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull();
    act(() => search.blur());
    await user.keyboard("?");
    const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    for (const name of ["Workspace", "Text of a note"]) expect(dialog.getByRole("region", { name })).toBeTruthy();
    expect(dialog.getByText("Open the note's menu").nextElementSibling?.textContent).toBe("ShiftF10");
    expect(dialog.getByText("Next tab, outside a text").nextElementSibling?.textContent).toBe("CtrlShift→");
    expect(dialog.getByText("Previous tab, outside a text").nextElementSibling?.textContent).toBe("CtrlShift←");
    expect(dialog.getByText("Numbered list").nextElementSibling?.textContent).toBe("CtrlShift7");
  });

  it("matches the tools of the editor", () => {
    const tools: readonly Tool[] = Object.values(TOOLS);
    const rows = new Map(editorShortcutsText.rows.map(([name, keys]) => [name as string, keys]));
    for (const { label, keys } of tools) if (keys !== undefined) expect([label, rows.get(label)]).toEqual([label, editorCaps(keys)]);
  });

  it("includes all of the editor, except those of every text field", () => {
    const { editor } = createHands();
    const keys = editor.extensionManager.extensions.flatMap((extension) => {
      const { name, options, storage } = extension;
      const type = editor.schema.nodes[name] ?? editor.schema.marks[name];
      const add = getExtensionField<() => Record<string, unknown>>(extension, "addKeyboardShortcuts", {
        name,
        options,
        storage,
        editor,
        type,
      });
      return Object.keys(add?.() ?? {});
    });
    const listed = editorShortcutsText.rows.flatMap(([, caps]) => spell(caps));
    const missing = keys
      .filter((key) => /(?:Mod|Ctrl|Meta|Alt|Shift)-/.test(key) && !EVERYWHERE.test(key))
      .map((key) => spell(editorCaps(key.replace("Shift-Mod", "Mod-Shift")))[0])
      .filter((key) => !listed.includes(key as string));
    expect(keys.length).toBeGreaterThan(30);
    expect(missing).toEqual([]);
  });
});

/** Shortcuts that are not listed: deleting, selecting, moving to an end, and alternative redo keys for other keyboards. */
const EVERYWHERE = /-(?:Delete|Backspace|Home|End|a)$|^(?:Meta|Shift)-Arrow|-[yя]$/;
const ARROWS: Readonly<Record<string, string>> = { ARROWUP: "↑", ARROWDOWN: "↓", ARROWLEFT: "←", ARROWRIGHT: "→" };

/** Splits combined keys: `Alt Shift ↑ ↓` are two shortcuts, `Ctrl Alt 1…6` are six. */
function spell(caps: readonly string[]): readonly string[] {
  const [last = "", before] = [caps.at(-1)?.toUpperCase(), caps.slice(0, -1).join(" ").toUpperCase()];
  const ends = last === "1…6" ? [..."123456"] : last.split(" ");
  return ends.map((end) => `${before} ${ARROWS[end] ?? end}`);
}
