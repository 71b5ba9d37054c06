import { act, screen, within } from "@testing-library/react";
import { getExtensionField } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { TOOLS, type Tool } from "../../editor/controls/toolbar-items.ts";
import { createHands } from "../../editor/testing/hands.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { editorCaps, editorShortcutsText } from "../../text/actions/editor-shortcuts.ts";

describe("A2.15 the shortcuts", () => {
  it("are listed with '?', the editor's as well, but not while the user types", async () => {
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes" });
    const search = await screen.findByRole("searchbox", { name: "Search notes" });
    await user.type(search, "?");
    expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull();
    act(() => search.blur());
    await user.keyboard("?");
    const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    for (const name of ["Workspace", "Text of a note"]) expect(dialog.getByRole("region", { name })).toBeTruthy();
    expect(dialog.getByText("Open the note's menu").nextElementSibling?.textContent).toBe("ShiftF10");
    expect(dialog.getByText("Numbered list").nextElementSibling?.textContent).toBe("CtrlShift7");
  });

  it("of the editor are those of its tools", () => {
    const tools: readonly Tool[] = Object.values(TOOLS);
    const rows = new Map(editorShortcutsText.rows.map(([name, keys]) => [name as string, keys]));
    for (const { label, keys } of tools) if (keys !== undefined) expect([label, rows.get(label)]).toEqual([label, editorCaps(keys)]);
  });

  it("of the editor are all in the list, but for those that every text field has", () => {
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

/** Deleting, selecting and going to an end; other keys of redo, for other keyboards; and Mod-Enter, which is Shift-Enter as well. */
const EVERYWHERE = /-(?:Delete|Backspace|Home|End|a)$|^Meta-Arrow|-[yя]$|^Mod-Enter$/;
const ARROWS: Readonly<Record<string, string>> = { ARROWUP: "↑", ARROWDOWN: "↓", ARROWLEFT: "←", ARROWRIGHT: "→" };

/** `Alt Shift ↑ ↓` are two keys, `Ctrl Alt 1…6` are six. */
function spell(caps: readonly string[]): readonly string[] {
  const [last = "", before] = [caps.at(-1)?.toUpperCase(), caps.slice(0, -1).join(" ").toUpperCase()];
  const ends = last === "1…6" ? [..."123456"] : last.split(" ");
  return ends.map((end) => `${before} ${ARROWS[end] ?? end}`);
}
