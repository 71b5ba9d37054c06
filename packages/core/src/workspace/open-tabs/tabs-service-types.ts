/** Dependencies, state and commands of the tabs service. Spec A §4, decision 0005 "Drafts". */
import type { NoteProblem, NotesService } from "../../library/notes/notes-service-types.ts";
import type { Note, NoteDraft } from "../../model/entities/note.ts";
import type { Tags } from "../../model/entities/tags/tag.ts";
import type { LazyModule } from "../../model/lazy/lazy-module.ts";
import type { Result } from "../../model/result.ts";
import type { ReadableStore } from "../../model/store.ts";
import type { DraftStore, StoredDraft, StoreProblem, TabStore } from "../../ports/device/local-store.ts";
import type { Clock, Ids, Timers, Windows } from "../../ports/environment.ts";
import type { DraftSealing } from "../../vault/sensitive/seal-draft-service.ts";
import type { SensitiveFolder } from "../../vault/sensitive/sensitive-service-types.ts";
import type { ConnectedEditor, EditorConnection, NewTab, Opened, OpenTabs, SaveOptions, Tab } from "../tabs/tab.ts";
import type { SavesAtLock, savesAtLock } from "./save-at-lock-service.ts";

export type TabsState = OpenTabs & {
  readonly phase: "restoring" | "ready";
  readonly saving: ReadonlySet<string>;
  /** Tabs whose editors still prepare content (a large paste, an image), with the completed share from 0 to 1. Their save waits for it. */
  readonly pending: ReadonlyMap<string, number>;
  /** Why the last save of these tabs failed. */
  readonly saveProblems: ReadonlyMap<string, SaveProblem>;
  /** Drafts without a tab in this window: 'Unsaved on this device'. */
  readonly orphanedDrafts: readonly StoredDraft[];
  /** Tabs of other open windows; their drafts are not offered here. */
  readonly heldElsewhere: ReadonlySet<string>;
  /** Number of unsealed drafts of sensitive notes without a tab; listed once the folder is unlocked. */
  readonly hiddenDraftCount: number;
  /** Restored tabs with sealed text, until the folder is unlocked. */
  readonly lockedRecovered: ReadonlySet<string>;
  /** Problem of the last write of a draft; typed text is then in memory only. */
  readonly draftProblem: StoreProblem | undefined;
};

export type TabsDeps = {
  readonly notes: NotesService;
  readonly drafts: DraftStore;
  readonly tabs: TabStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly timers: Timers;
  /** Stored in the window's session storage: a reload is the same window. */
  readonly windowId: string;
  readonly windows?: Windows;
  /** The setting 'Saving' is 'Automatically'. Asked each time: another tab of the browser may have changed it. decision 0042. */
  readonly savesAutomatically?: () => boolean;
  /** Without it, tabs of sensitive notes stay locked. */
  readonly sensitive?: SensitiveDeps;
};

export type SensitiveDeps = {
  readonly sealing: DraftSealing;
  readonly folder: Pick<SensitiveFolder, "store" | "beforeKeyGoes">;
  /** Saves what was typed when the folder locks. Without it, that stays a sealed draft. */
  readonly atLock?: { readonly notes: SavesAtLock; readonly saving: LazyModule<typeof savesAtLock> };
};

/** `emptied`: the new note has no text any more, and was deleted instead. */
export type SaveProblem =
  | NoteProblem
  | { readonly kind: "no-such-tab" }
  | { readonly kind: "save-canceled" }
  | { readonly kind: "emptied" };

export type NewNoteValues = Partial<Pick<NewTab, "noteType" | "tags">>;

export interface TabsService {
  readonly store: ReadableStore<TabsState>;
  /** The setting 'Saving' is 'Automatically'. */
  savesAutomatically(): boolean;
  /** Restores tabs and drafts. A second call returns the first result. */
  restore(): Promise<void>;
  openView(noteId: string): string;
  /** Where saving is automatic the tab that shows the note becomes the editor. It opens with the newest unsaved text of the note that no living window holds, if there is one. */
  openEdit(noteId: string): string;
  /** `noteType`: the chosen type, which has no further effect yet. */
  openNew(folderId: string | null, values?: NewNoteValues): string;
  /** Changes the tags that the note of a new tab gets. `tags`: as `toTags` returns them, whose code this service does not load. */
  setNewTags(tabId: string, tags: Tags): void;
  openDraft(draftId: string): void;
  activate(tabId: string): void;
  cycle(step: 1 | -1): void;
  setExpanded(tabId: string, isExpanded: boolean): void;
  /**
   * `basedOn`: version that the text was typed on. If the tab has a newer one, it returns to `basedOn`, so that the save merges both; if
   * absent, the text counts as typed on the tab's version.
   */
  editDraft(tabId: string, change: Partial<NoteDraft>, basedOn?: Opened): void;
  /** The editor is flushed before its text is saved, replaced, locked or written as a draft; a save waits for pending content. */
  connectEditor(tabId: string, editor: ConnectedEditor): EditorConnection;
  /**
   * Saves and turns the tab into the view of its note, unless text was typed in the meantime or `staysOpen` is set; then the editor
   * continues with the merged text. One save per tab at a time: a second call returns the first one's result, except that a manual save
   * runs after an autosave.
   */
  save(tabId: string, options?: SaveOptions): Promise<Result<Note, SaveProblem>>;
  /**
   * Saves all tabs with unsaved text automatically, or those of `tabIds`, where the setting says so; otherwise does nothing. Returns the tabs that
   * still have unsaved text.
   */
  saveAll(tabIds?: readonly string[]): Promise<readonly Tab[]>;
  /** The user turns away: writes drafts at once and saves what can be saved automatically. Drafts go first, since the page may end now. */
  leave(): Promise<void>;
  /** True if closing the page would lose what the user expects to be saved: with automatic saving only text that could not be saved. */
  asksAtUnload(): boolean;
  /** Saves the tab if it has unsaved text, and turns it into the view of its note; a new tab without text is closed. */
  finish(tabId: string): Promise<Result<void, SaveProblem>>;
  /** Ends a save that waits for pending content with 'save-canceled'; a save that is being written completes. */
  cancelSave(tabId: string): void;
  /** Discards unsaved text; callers ask first. */
  close(tabId: string): void;
  closeOthers(tabId: string): void;
  closeAll(): void;
  /** Closes the tabs of a deleted note. Unsaved text stays as a draft. */
  closeNote(noteId: string): void;
  discardDraft(draftId: string): void;
  /** Discards the tab's recovered text: an edit tab shows the saved note, a new tab is closed. Callers ask first. */
  discardRecovered(tabId: string): void;
  /** Writes pending drafts and seals text that a lock took out of tabs. Call before the library closes or its keys are dropped. */
  flush(): Promise<Result<void, StoreProblem>>;
  /** Lists drafts again after other windows changed them. */
  listDrafts(): Promise<void>;
  /** Returns this window's unsaved text in its storable form, for when the disk fails. */
  unsaved(): Promise<readonly StoredDraft[]>;
  stop(): void;
}
