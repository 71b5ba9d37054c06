import { describe, expect, it } from "vitest";
import { decideShortcut, type KeyPress } from "./shortcuts.ts";

/** `Ctrl+Shift+KeyS` as a key press. */
function press(keys: string): KeyPress {
  const parts = keys.split("+");
  const has = (name: string) => parts.includes(name);
  return { code: parts.at(-1) as string, ctrl: has("Ctrl"), meta: has("Cmd"), alt: has("Alt"), shift: has("Shift") };
}

describe("A2.15 keyboard shortcuts", () => {
  it.each([
    ["Ctrl+KeyK", "palette"],
    ["Ctrl+Shift+KeyN", "new-note"],
    ["Alt+KeyN", "new-note"],
    ["Alt+Shift+KeyN", "new-from-template"],
    ["Ctrl+Shift+KeyS", "save"],
    ["Ctrl+KeyS", "save"],
    ["Ctrl+Shift+ArrowRight", "next-tab"],
    ["Ctrl+Shift+ArrowLeft", "previous-tab"],
    ["Ctrl+Alt+PageDown", "next-tab"],
    ["Ctrl+Alt+PageUp", "previous-tab"],
    ["Ctrl+Alt+ArrowRight", "next-folder"],
    ["Ctrl+Alt+ArrowLeft", "previous-folder"],
    ["KeyN", undefined],
    ["Ctrl+KeyN", undefined],
    ["Ctrl+Alt+KeyS", undefined],
    ["Cmd+KeyS", undefined],
  ])("maps %s: %s", (keys, shortcut) => {
    expect(decideShortcut(press(keys), false, false)).toBe(shortcut);
  });

  it("accepts '?' in any position of the keyboard, and E, but neither in text", () => {
    const question = { code: "Minus", key: "?", ctrl: false, meta: false, alt: false, shift: true };
    expect(decideShortcut(question, false, false)).toBe("shortcuts");
    expect(decideShortcut(question, false, true)).toBeUndefined();
    expect(decideShortcut({ ...question, ctrl: true }, false, false)).toBeUndefined();
    expect(decideShortcut(press("KeyE"), false, false)).toBe("edit-note");
    expect(decideShortcut(press("KeyE"), false, true)).toBeUndefined();
  });

  it("uses Cmd on a Mac", () => {
    expect(decideShortcut(press("Cmd+Shift+KeyS"), true, true)).toBe("save");
    expect(decideShortcut(press("Ctrl+Shift+KeyS"), true, false)).toBeUndefined();
    expect(decideShortcut(press("Ctrl+Alt+PageDown"), true, false)).toBe("next-tab");
  });

  it("leaves word selection alone inside text", () => {
    expect(decideShortcut(press("Ctrl+Shift+ArrowRight"), false, true)).toBeUndefined();
    expect(decideShortcut(press("Ctrl+Alt+PageDown"), false, true)).toBe("next-tab");
    expect(decideShortcut(press("Ctrl+KeyS"), false, true)).toBe("save");
  });
});
