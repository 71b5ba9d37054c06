/** An open tab: a note being read, a note being edited, or a new one. Spec A §3 "Tab"; its many fields are one union here. */
import { isBlankHtml } from "../../document/html/html-text.ts";
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import { NOTE } from "../../model/limits/limits.ts";

type Common = {
  readonly id: string;
  /** Fullscreen: the note alone fills the page. */
  readonly isExpanded: boolean;
  readonly createdAt: number;
  /** Of a note in the Sensitive folder, as far as is known: nothing of it is written in clear. */
  readonly isSensitive?: true;
};

export type ViewTab = Common & { readonly type: "view"; readonly noteId: string; readonly title: string };

export type EditTab = Common & {
  readonly type: "edit";
  readonly noteId: string;
  readonly title: string;
  readonly editing: Editing;
  /** The note was created by typing into a new tab and has not been saved by a button yet: Cancel takes it back. decision 0042. */
  readonly isFresh?: true;
};

export type NewTab = Common & {
  readonly type: "new";
  readonly ordinal: number;
  /** The chosen note type, not implemented yet. */
  readonly noteType?: string;
  readonly folderId: string | null;
  readonly draft: NoteDraft;
  /** In the Sensitive folder while that is locked: what was typed is sealed, and `draft` empty. */
  readonly isLocked?: true;
  /** When the draft was written that this text was recovered from, milliseconds. */
  readonly recoveredAtMs?: number;
};

export type Tab = ViewTab | EditTab | NewTab;

/** What an edit tab holds. `opened` is the note as it was when the editor got it: its version goes along with the save. */
export type Editing =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly problem: NoteProblem }
  /** The Sensitive folder is locked; note and draft come back when it is unlocked. */
  | { readonly kind: "locked" }
  | {
      readonly kind: "open";
      readonly opened: Opened;
      readonly draft: NoteDraft;
      /** The note moved on while this text was being typed; saving merges the two. */
      readonly isBehind?: true;
      /** When the draft was written that this text was recovered from, milliseconds. */
      readonly recoveredAtMs?: number;
    };

export type Opened = {
  readonly vv: VersionVector;
  /** Absent when a kept draft was made on a version whose text is no longer at hand: it then counts as changed. */
  readonly text: NoteDraft | undefined;
  /** What was last saved of the draft, where that save merged it into a version that the editor has not shown: `SeenVersion.base`. */
  readonly base?: NoteDraft;
};

/** An editor that shows the text of a tab, and may hold edits of it that the tabs service does not have yet. */
export type ConnectedEditor = {
  /** Passes them on with `editDraft` before it returns. */
  flush(): void;
};

/** How an editor reports to the tabs service. */
export type EditorConnection = {
  /** How much is done of content that it still prepares (a large paste, an image), from 0 to 1; undefined when nothing is pending. */
  setPending(share: number | undefined): void;
  disconnect(): void;
};

/** The tabs of one window, in the order they are shown. */
export type OpenTabs = { readonly tabs: readonly Tab[]; readonly activeTabId: string | null };

const SURELY_TEXT_CHARS = 2000;

export const EMPTY_DRAFT: NoteDraft = { title: "", content: "" };

/** The tab's typed text, if it has any. */
export function draftOf(tab: Tab): NoteDraft | undefined {
  if (tab.type === "new") return tab.isLocked === true ? undefined : tab.draft;
  return tab.type === "edit" && tab.editing.kind === "open" ? tab.editing.draft : undefined;
}

/** Spec A §4 "Tab dirty state". */
export function isDirty(tab: Tab): boolean {
  if (tab.type === "view") return false;
  if (tab.type === "new") return tab.draft.title !== "" || !isBlank(tab.draft.content);
  if (tab.editing.kind !== "open") return false;
  const { opened, draft } = tab.editing;
  return opened.text === undefined || draft.title !== opened.text.title || draft.content !== opened.text.content;
}

/** True if the tab's note was created by typing and has no text any more: nothing of it should stay. decision 0042. */
export function isEmptied(tab: Tab): tab is EditTab {
  if (tab.type !== "edit" || tab.isFresh !== true || tab.editing.kind !== "open") return false;
  const { title, content } = tab.editing.draft;
  return title.trim() === "" && isBlank(content);
}

/** Tabs with something that closing them would lose. */
export function unsavedTabs({ tabs, pending }: { readonly tabs: readonly Tab[]; readonly pending: ReadonlyMap<string, number> }) {
  return tabs.filter((tab) => isDirty(tab) || pending.has(tab.id));
}

/** When the unsaved text of this tab was last written before its window ended; `undefined` for text of this window. */
export function recoveredAt(tab: Tab): number | undefined {
  if (tab.type === "new") return tab.recoveredAtMs;
  return tab.type === "edit" && tab.editing.kind === "open" ? tab.editing.recoveredAtMs : undefined;
}

export function isLockedTab(tab: Tab | undefined): boolean {
  if (tab?.type === "new") return tab.isLocked === true;
  return tab?.type === "edit" && tab.editing.kind === "locked";
}

export function lockedTab(tab: Tab): Tab {
  if (tab.type === "new") {
    const { recoveredAtMs: _recoveredAtMs, ...rest } = tab;
    return { ...rest, isSensitive: true, isLocked: true, draft: EMPTY_DRAFT };
  }
  const bare = { ...tab, isSensitive: true, title: "" } as const;
  return bare.type === "edit" ? { ...bare, editing: { kind: "locked" } } : bare;
}

export function findTab(tabs: readonly Tab[], tabId: string | null): Tab | undefined {
  return tabs.find((tab) => tab.id === tabId);
}

/** Asked at every keystroke, so a long text is not read to its end to learn that it is one. */
function isBlank(content: string): boolean {
  return content.length < SURELY_TEXT_CHARS && isBlankHtml(content);
}

/** True if Cancel, Save and Create Note belong under the text: the note is new to its user. Spec A §2.12. */
export function isNewToUser(tab: Tab): boolean {
  return tab.type === "new" || (tab.type === "edit" && tab.isFresh === true);
}

/** Save is closed when nothing changed and nothing is being prepared, when there is nothing, and while the title is too long. Spec A §5. */
export function canSave(tab: Tab, pendingShare?: number): boolean {
  const draft = draftOf(tab);
  const isUnfinished = isDirty(tab) || pendingShare !== undefined || (tab.type === "edit" && tab.isFresh === true);
  return draft !== undefined && isUnfinished && [...draft.title].length <= NOTE.titleMaxChars;
}
