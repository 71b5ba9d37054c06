/** Workspace actions (open, close, save, delete) with their confirmations. Implemented in screens/workspace. */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { ExportScope } from "@satchel/core/transfer/export/export-service-types.ts";
import { createContext, useContext } from "react";

/** What a chosen template is for. */
export type TemplatePurpose =
  | { readonly kind: "new" }
  /** New notes in this folder. */
  | { readonly kind: "folder"; readonly folderId: string }
  /** The open text; `insert` receives the filled template. */
  | { readonly kind: "insert"; readonly insert: (html: string) => void };

export type WorkspaceActions = {
  /** Asks for the Sensitive folder's password first if it is locked; then calls `after`. */
  selectFolder(folderId: string | null, after?: () => void): void;
  unlockSensitive(after?: () => void): void;
  openSensitiveSettings(): void;
  openImport(): void;
  /** Asks for the format. */
  exportNotes(scope: ExportScope): void;
  openNote(noteId: string): void;
  editNote(noteId: string): void;
  newNote(): void;
  /** Opens a new tab for a kind of note that is not available yet. */
  newNoteOf(type: string): void;
  newNoteTitled(title: string): void;
  newNoteFrom(templateId: string): void;
  /** Asks for a template, for a new note if no other purpose is given. */
  chooseTemplate(purpose?: TemplatePurpose): void;
  /** Opens the note of the day, which is created if there is none; of today, to write, if no day is given. */
  openDay(day?: string): void;
  /** Asks for a day. */
  pickDay(onPick: (day: string) => void): void;
  /** Opens the nearest day with a note before or after the open one. */
  stepDay(step: 1 | -1): void;
  markTemplate(noteId: string, isTemplate: boolean): void;
  activate(tabId: string): void;
  /** Next or previous tab (Ctrl+Shift+Arrow). */
  cycle(step: 1 | -1): void;
  showList(): void;
  /** Asks first if the tab has unsaved text. */
  closeTab(tabId: string): void;
  closeOthers(tabId: string): void;
  closeAll(): void;
  save(tabId: string): void;
  /** Ctrl+S: where saving is automatic the editor stays open. */
  saveByKey(tabId: string): void;
  /** Done: saves, and shows the note to read in the same tab. */
  finish(tabId: string): void;
  /** Cancel: closes a new note, and moves it into the trash if it is in the list by now. */
  cancelNew(tabId: string): void;
  /** Cancels a save that still waits for pending content. */
  cancelSave(tabId: string): void;
  saveAndStay(tabId: string): void;
  /** Saves the typed text merged into the version from another device, and continues editing. */
  mergeNow(tabId: string): void;
  deleteNote(noteId: string): void;
  /** Moves the notes into the trash without asking; a toast offers Undo. */
  removeNotes(noteIds: readonly string[]): void;
  deleteNotes(noteIds: readonly string[]): void;
  /** Asks for the folder. */
  moveNote(noteId: string): void;
  moveNotes(noteIds: readonly string[]): void;
  /** Asks for tags to add or remove. */
  tagNotes(noteIds: readonly string[]): void;
  /** Asks for the tag's new name in all notes. */
  renameTag(tag: string): void;
  /** Moves notes. Into or out of the Sensitive folder it asks for the password. */
  moveNotesTo(noteIds: readonly string[], folderId: string | null): void;
  /** Moves the notes after that password was typed: all of them or none. */
  moveWithPassword(noteIds: readonly string[], folderId: string | null): Promise<Result<void, NoteProblem>>;
  pinNotes(noteIds: readonly string[]): void;
  /** Moves notes back to the folders they were pinned from. */
  unpinNotes(noteIds: readonly string[]): void;
  duplicateNote(noteId: string): void;
  copyMarkdown(noteId: string): void;
  copyDraft(tabId: string): void;
  printNote(noteId: string): void;
  createFolder(): void;
  createSubfolder(parentId: string): void;
  /** Asks for the folder to move it into. */
  moveFolder(folderId: string): void;
  /** `parentId`: null for the top. A toast offers Undo. */
  moveFolderTo(folderId: string, parentId: string | null): void;
  editFolder(folderId: string): void;
  deleteFolder(folderId: string): void;
  setExpanded(tabId: string, isExpanded: boolean): void;
  openDrafts(): void;
  /** Opens unsaved text that no window holds in a tab, in front. */
  openDraft(draftId: string): void;
  /** Deletes the recovered text of a tab. The caller must ask first. */
  discardRecovered(tabId: string): void;
  showRecoveryKey(): void;
  openSettings(): void;
  /** Opens Settings with the plans and the drive's maintenance. */
  openCloudStorage(): void;
  /** Opens notes with conflicting edits; with an id, that note. */
  openConflicts(noteId?: string): void;
  openSyncLog(): void;
  openShortcuts(): void;
  openWritersMode(): void;
  openTrash(): void;
  openPast(): void;
  openHistory(noteId: string): void;
  signOut(): void;
  /** Signs out and deletes everything that Satchel stores in this browser. */
  clearCaches(): void;
  clearLocal(): void;
  openPalette(): void;
  /** Tab whose save was refused because the title is missing. */
  readonly titleMissingIn: string | null;
  /** Note to print once it is shown. */
  readonly printing: string | null;
  printed(): void;
  /** Tab that takes the focus once shown: its text in the editor, otherwise its page. */
  readonly focusing: string | null;
  /** Clears `focusing` if it is still this tab: another may have been opened since. */
  focused(tabId: string): void;
};

const WorkspaceActionsContext = createContext<WorkspaceActions | undefined>(undefined);

export const WorkspaceActionsProvider = WorkspaceActionsContext.Provider;

export function useWorkspaceActions(): WorkspaceActions {
  const actions = useContext(WorkspaceActionsContext);
  if (actions === undefined) throw new Error("a part of the workspace stands outside of it");
  return actions;
}
