/** Every action with its keys and conditions, for shortcuts, menus and palette. Pure. Spec A §2.15, decision 0005 "Shortcuts". */

export type Keys = {
  /** `event.code`, the position on the keyboard; the character itself if layouts have it in different positions. */
  readonly code: string;
  /** Cmd on a Mac, Ctrl elsewhere. */
  readonly command?: true;
  readonly ctrl?: true;
  readonly alt?: true;
  readonly shift?: true;
  /** True if the keys have another meaning in text fields. */
  readonly notInText?: true;
};

/** The parts of the workspace's state that decide which actions are offered. */
export type Situation = {
  readonly kind: "cloud" | "local";
  readonly activeTab: "none" | "view" | "edit" | "new";
  readonly tabCount: number;
  readonly folderCount: number;
  /** True if the active note is in Pinned. */
  readonly isPinned: boolean;
  /** True if the active note is that of a day. */
  readonly isDay: boolean;
  /** Whether the active note is a template, or can become one. */
  readonly template: "none" | "possible" | "is";
  /** Whether a custom folder is shown, and whether it can be deleted. */
  readonly ownFolder: "none" | "empty" | "in-use";
  readonly orphanedDrafts: number;
  readonly openConflicts: number;
  readonly hasPendingRecoveryKey: boolean;
  readonly sensitive: "not-set-up" | "locked" | "unlocked";
};

type Row = { readonly id: string; readonly keys: readonly Keys[]; readonly isOffered: (situation: Situation) => boolean };

const always = () => true;
const inCloud = ({ kind }: Situation) => kind === "cloud";
const isWriting = ({ activeTab }: Situation) => activeTab === "edit" || activeTab === "new";
const hasTabs = (count: number) => (situation: Situation) => situation.tabCount >= count;
const hasOpenNote = ({ activeTab }: Situation) => activeTab === "view" || activeTab === "edit";

export const ACTIONS = [
  { id: "palette", keys: [{ code: "KeyK", command: true }], isOffered: () => false },
  {
    id: "new-note",
    keys: [
      { code: "KeyN", alt: true },
      { code: "KeyN", command: true, shift: true },
    ],
    isOffered: always,
  },
  { id: "today", keys: [{ code: "KeyT", alt: true }], isOffered: always },
  { id: "previous-day", keys: [{ code: "PageUp", alt: true }], isOffered: ({ isDay }) => isDay },
  { id: "next-day", keys: [{ code: "PageDown", alt: true }], isOffered: ({ isDay }) => isDay },
  { id: "new-from-template", keys: [{ code: "KeyN", alt: true, shift: true }], isOffered: always },
  {
    id: "save",
    keys: [
      { code: "KeyS", command: true, shift: true },
      { code: "KeyS", command: true },
    ],
    isOffered: isWriting,
  },
  { id: "edit-note", keys: [{ code: "KeyE", notInText: true }], isOffered: ({ activeTab }) => activeTab === "view" },
  { id: "move-note", keys: [], isOffered: hasOpenNote },
  { id: "tag-note", keys: [], isOffered: hasOpenNote },
  { id: "pin-note", keys: [], isOffered: (situation) => hasOpenNote(situation) && !situation.isPinned },
  { id: "unpin-note", keys: [], isOffered: ({ isPinned }) => isPinned },
  { id: "use-as-template", keys: [], isOffered: ({ template }) => template === "possible" },
  { id: "stop-as-template", keys: [], isOffered: ({ template }) => template === "is" },
  { id: "duplicate-note", keys: [], isOffered: hasOpenNote },
  { id: "copy-markdown", keys: [], isOffered: hasOpenNote },
  { id: "markdown-source", keys: [{ code: "KeyM", alt: true }], isOffered: hasTabs(1) },
  { id: "writers-mode", keys: [], isOffered: hasTabs(1) },
  { id: "print-note", keys: [], isOffered: hasOpenNote },
  { id: "export-note", keys: [], isOffered: hasOpenNote },
  { id: "note-history", keys: [], isOffered: hasOpenNote },
  { id: "delete-note", keys: [], isOffered: hasOpenNote },
  { id: "expand", keys: [], isOffered: hasTabs(1) },
  {
    id: "next-tab",
    keys: [
      { code: "PageDown", ctrl: true, alt: true },
      { code: "ArrowRight", command: true, shift: true, notInText: true },
    ],
    isOffered: hasTabs(2),
  },
  {
    id: "previous-tab",
    keys: [
      { code: "PageUp", ctrl: true, alt: true },
      { code: "ArrowLeft", command: true, shift: true, notInText: true },
    ],
    isOffered: hasTabs(2),
  },
  { id: "close-tab", keys: [], isOffered: hasTabs(1) },
  { id: "close-other-tabs", keys: [], isOffered: hasTabs(2) },
  { id: "close-all-tabs", keys: [], isOffered: hasTabs(1) },
  { id: "new-folder", keys: [], isOffered: always },
  { id: "edit-folder", keys: [], isOffered: ({ ownFolder }) => ownFolder !== "none" },
  { id: "move-folder", keys: [], isOffered: ({ ownFolder }) => ownFolder !== "none" },
  { id: "new-subfolder", keys: [], isOffered: ({ ownFolder }) => ownFolder !== "none" },
  { id: "export-folder", keys: [], isOffered: ({ ownFolder }) => ownFolder === "in-use" },
  { id: "delete-folder", keys: [], isOffered: ({ ownFolder }) => ownFolder === "empty" },
  {
    id: "next-folder",
    keys: [{ code: "ArrowRight", command: true, alt: true }],
    isOffered: ({ folderCount }) => folderCount > 0,
  },
  {
    id: "previous-folder",
    keys: [{ code: "ArrowLeft", command: true, alt: true }],
    isOffered: ({ folderCount }) => folderCount > 0,
  },
  { id: "lock-sensitive", keys: [{ code: "KeyL", alt: true }], isOffered: ({ sensitive }) => sensitive === "unlocked" },
  { id: "unlock-sensitive", keys: [], isOffered: ({ sensitive }) => sensitive !== "unlocked" },
  { id: "shortcuts", keys: [{ code: "?", notInText: true }], isOffered: always },
  { id: "search-notes", keys: [], isOffered: always },
  { id: "toggle-list", keys: [], isOffered: always },
  { id: "dashboard", keys: [], isOffered: always },
  { id: "trash", keys: [], isOffered: always },
  { id: "past", keys: [], isOffered: always },
  { id: "drafts", keys: [], isOffered: ({ orphanedDrafts }) => orphanedDrafts > 0 },
  { id: "conflicts", keys: [], isOffered: ({ openConflicts }) => openConflicts > 0 },
  { id: "sync", keys: [], isOffered: inCloud },
  { id: "sync-log", keys: [], isOffered: inCloud },
  { id: "recovery-key", keys: [], isOffered: ({ hasPendingRecoveryKey }) => hasPendingRecoveryKey },
  { id: "import", keys: [], isOffered: always },
  { id: "export", keys: [], isOffered: always },
  { id: "settings", keys: [], isOffered: always },
  { id: "theme", keys: [], isOffered: always },
  { id: "sign-out", keys: [], isOffered: inCloud },
  { id: "clear-local", keys: [], isOffered: ({ kind }) => kind === "local" },
] as const satisfies readonly Row[];

export type ActionId = (typeof ACTIONS)[number]["id"];

const ROWS: readonly (Row & { readonly id: ActionId })[] = ACTIONS;

/** Actions that have keys, in the order they are shown in. */
export const SHORTCUTS: readonly ActionId[] = ROWS.filter(({ keys }) => keys.length > 0).map(({ id }) => id);

/** Keys that are shown for an action; it may have others too, after the first. */
export function shownKeys(id: ActionId, at = 0): Keys | undefined {
  return ROWS.find((action) => action.id === id)?.keys[at];
}

export function offeredActions(situation: Situation): readonly ActionId[] {
  return ROWS.filter(({ isOffered }) => isOffered(situation)).map(({ id }) => id);
}

export function actionOf(isPressed: (keys: Keys) => boolean): ActionId | undefined {
  return ROWS.find(({ keys }) => keys.some(isPressed))?.id;
}
