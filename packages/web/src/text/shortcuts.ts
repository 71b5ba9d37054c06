/** The keyboard shortcuts as they are shown. What they do is core/workspace/shortcuts.ts. Spec A §2.15, decisions §5 "Shortcuts". */
const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const command = isMac ? "⌘" : "Ctrl";
const alt = isMac ? "⌥" : "Alt";

export const shortcutsText = {
  title: "Keyboard shortcuts",
  rows: [
    ["New note", [alt, "N"]],
    ["Save", [command, "Shift", "S"]],
    ["Next tab", ["Ctrl", alt, "PgDn"]],
    ["Previous tab", ["Ctrl", alt, "PgUp"]],
    ["Next folder", [command, alt, "→"]],
    ["Previous folder", [command, alt, "←"]],
    ["Close the focused tab", ["Delete"]],
  ],
  newNote: `${alt} N`,
  save: `${command} Shift S`,
} as const;
