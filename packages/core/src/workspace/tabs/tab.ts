/** An open tab: a note being viewed, a note being edited, or a new note. Spec A §3 "Tab"; its many fields are one union here. */
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
  /** Set for a note in the Sensitive folder, as far as known: its text is never written unsealed. */
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
  /** Tags that the note gets when it is created; never for a note of the Sensitive folder, because tabs are stored unencrypted. */
  readonly tags?: readonly string[];
  readonly draft: NoteDraft;
  /** Set while the Sensitive folder is locked: the typed text is sealed, and `draft` is empty. */
  readonly isLocked?: true;
  /** When the draft was written that this text was recovered from, milliseconds. */
  readonly recoveredAtMs?: number;
};

export type Tab = ViewTab | EditTab | NewTab;

/** State of an edit tab. `opened`: the note as the editor received it, whose version is passed to the save. */
export type Editing =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly problem: NoteProblem }
  /** The Sensitive folder is locked; note and draft return on unlocking. */
  | { readonly kind: "locked" }
  | {
      readonly kind: "open";
      readonly opened: Opened;
      readonly draft: NoteDraft;
      /** The note changed while this text was being typed; saving merges both. */
      readonly isBehind?: true;
      /** When the draft was written that this text was recovered from, milliseconds. */
      readonly recoveredAtMs?: number;
    };

export type Opened = {
  readonly vv: VersionVector;
  /** Undefined if a recovered draft was based on a version whose text is no longer available; the draft then counts as changed. */
  readonly text: NoteDraft | undefined;
  /** Last saved text of the draft, if that save merged it into a version that the editor has not shown: `SeenVersion.base`. */
  readonly base?: NoteDraft;
};

/** An editor that shows a tab's text and may have edits that the tabs service has not received yet. */
export type ConnectedEditor = {
  /** Reports edits with `editDraft` before it returns. */
  flush(): void;
};

/** Interface by which an editor reports to the tabs service. */
export type EditorConnection = {
  /**
   * Completed share of content that the editor still prepares (a large paste, an image), from 0 to 1; undefined when nothing is pending.
   */
  setPending(share: number | undefined): void;
  disconnect(): void;
};

/** The tabs of one window, in the order they are shown. */
export type OpenTabs = { readonly tabs: readonly Tab[]; readonly activeTabId: string | null };

export type SaveOptions = {
  readonly staysOpen?: boolean;
  /** No one asked for it: the editor stays open and is not busy. decision 0042. */
  readonly isAutomatic?: boolean;
};

const SURELY_TEXT_CHARS = 2000;

export const EMPTY_DRAFT: NoteDraft = { title: "", content: "" };

/** Returns the tab's typed text, if any. */
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
  return isBlankText(tab.editing.draft);
}

export function isBlankText({ title, content }: NoteDraft): boolean {
  return title.trim() === "" && isBlank(content);
}

/** Tabs with content that closing would lose. */
export function unsavedTabs({ tabs, pending }: { readonly tabs: readonly Tab[]; readonly pending: ReadonlyMap<string, number> }) {
  return tabs.filter((tab) => isDirty(tab) || pending.has(tab.id));
}

/** Time at which the tab's recovered text was written; undefined for text of this window. */
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

/** Returns the tab in front. */
export function activeTabOf({ tabs, activeTabId }: OpenTabs): Tab | undefined {
  return findTab(tabs, activeTabId);
}

/** Fast path for every keystroke, so that a long text is not scanned. */
function isBlank(content: string): boolean {
  return content.length < SURELY_TEXT_CHARS && isBlankHtml(content);
}

/** True if Cancel, Save and Create Note belong under the text: the note is new to its user. Spec A §2.12. */
export function isNewToUser(tab: Tab): boolean {
  return tab.type === "new" || (tab.type === "edit" && tab.isFresh === true);
}

/** Save is disabled if nothing changed and nothing is pending, if the note is empty, and while the title is too long. Spec A §5. */
export function canSave(tab: Tab, pendingShare?: number): boolean {
  const draft = draftOf(tab);
  const isUnfinished = isDirty(tab) || pendingShare !== undefined || (tab.type === "edit" && tab.isFresh === true);
  return draft !== undefined && isUnfinished && [...draft.title].length <= NOTE.titleMaxChars;
}
