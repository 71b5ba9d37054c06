/** Which keys mean what. Pure: the key press comes in as values. Spec A §2.15, decisions §5 "Shortcuts". */

export type KeyPress = {
  /** `event.code`, the place on the keyboard: with Alt held, `key` is another character on many layouts. */
  readonly code: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};

export type Shortcut = "new-note" | "save" | "next-tab" | "previous-tab" | "next-folder" | "previous-folder";

/** Inside text Ctrl/Cmd+Shift+Arrow stays word selection. */
export function decideShortcut(press: KeyPress, isMac: boolean, isInText: boolean): Shortcut | undefined {
  const { code, alt, shift } = press;
  const command = isMac ? press.meta : press.ctrl;
  const otherCommand = isMac ? press.ctrl : press.meta;
  if (alt && !command && !otherCommand && !shift) return code === "KeyN" ? "new-note" : undefined;
  // Tabs also switch with Ctrl+Alt+PageUp/PageDown, on a Mac too.
  if (press.ctrl && alt && !shift && code === "PageDown") return "next-tab";
  if (press.ctrl && alt && !shift && code === "PageUp") return "previous-tab";
  if (!command || otherCommand) return undefined;
  if (alt) return shift ? undefined : folderShortcut(code);
  if (code === "KeyS") return "save";
  if (!shift) return undefined;
  if (code === "KeyN") return "new-note";
  if (isInText) return undefined;
  if (code === "ArrowRight") return "next-tab";
  return code === "ArrowLeft" ? "previous-tab" : undefined;
}

function folderShortcut(code: string): Shortcut | undefined {
  if (code === "ArrowRight") return "next-folder";
  return code === "ArrowLeft" ? "previous-folder" : undefined;
}
