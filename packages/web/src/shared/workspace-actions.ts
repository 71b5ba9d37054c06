/** Workspace actions (open, close, save, delete) with their questions; screens/workspace implements them. */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { ExportScope } from "@satchel/core/transfer/export/export-service-types.ts";
import { createContext, useContext } from "react";

export type WorkspaceActions = {
  /** Asks for the Sensitive folder's password first, where that is locked; then `after`. */
  selectFolder(folderId: string | null, after?: () => void): void;
  unlockSensitive(after?: () => void): void;
  openSensitiveSettings(): void;
  openImport(): void;
  /** Asks in which format. */
  exportNotes(scope: ExportScope): void;
  openNote(noteId: string): void;
  editNote(noteId: string): void;
  newNote(): void;
  /** A kind of note to come: a new tab that says so. */
  newNoteOf(type: string): void;
  newNoteTitled(title: string): void;
  activate(tabId: string): void;
  /** Ctrl+Shift+Arrow: the next tab, or the one before. */
  cycle(step: 1 | -1): void;
  showList(): void;
  /** Asks first when something in it is unsaved. */
  closeTab(tabId: string): void;
  closeOthers(tabId: string): void;
  closeAll(): void;
  save(tabId: string): void;
  /** Of a save that still waits for content that is being prepared. */
  cancelSave(tabId: string): void;
  saveAndStay(tabId: string): void;
  /** Saves what was typed into the version that arrived from another device, and goes on in the editor with both. */
  mergeNow(tabId: string): void;
  deleteNote(noteId: string): void;
  deleteNotes(noteIds: readonly string[]): void;
  /** Asks which folder. */
  moveNote(noteId: string): void;
  moveNotes(noteIds: readonly string[]): void;
  /** Into and out of the Sensitive folder by its password. */
  moveNotesTo(noteIds: readonly string[], folderId: string | null): void;
  /** After that password was typed: all of them or none. */
  moveWithPassword(noteIds: readonly string[], folderId: string | null): Promise<Result<void, NoteProblem>>;
  pinNotes(noteIds: readonly string[]): void;
  /** Back to the folders they were pinned from. */
  unpinNotes(noteIds: readonly string[]): void;
  duplicateNote(noteId: string): void;
  copyMarkdown(noteId: string): void;
  copyDraft(tabId: string): void;
  printNote(noteId: string): void;
  createFolder(): void;
  editFolder(folderId: string): void;
  deleteFolder(folderId: string): void;
  setExpanded(tabId: string, isExpanded: boolean): void;
  openDrafts(): void;
  /** Unsaved text that no window holds, in a tab again and in front. */
  openDraft(draftId: string): void;
  /** Deletes the recovered text of a tab: ask first. */
  discardRecovered(tabId: string): void;
  showRecoveryKey(): void;
  openSettings(): void;
  /** Settings, where the plans are chosen and the files in the drive are looked through. */
  openCloudStorage(): void;
  /** Notes that were edited in two places; with an id, that one. */
  openConflicts(noteId?: string): void;
  openSyncLog(): void;
  openShortcuts(): void;
  openTrash(): void;
  openPast(): void;
  openHistory(noteId: string): void;
  signOut(): void;
  /** Signs out and clears everything this browser stores of Satchel. */
  clearCaches(): void;
  clearLocal(): void;
  openPalette(): void;
  /** The tab whose save was refused because its title is missing. */
  readonly titleMissingIn: string | null;
  /** The note that is to be printed once it is shown. */
  readonly printing: string | null;
  printed(): void;
  /** The tab that takes the focus once it is shown: its text where it is written, else its page. */
  readonly focusing: string | null;
  /** Of that tab alone: another may have been opened in the meantime. */
  focused(tabId: string): void;
};

const WorkspaceActionsContext = createContext<WorkspaceActions | undefined>(undefined);

export const WorkspaceActionsProvider = WorkspaceActionsContext.Provider;

export function useWorkspaceActions(): WorkspaceActions {
  const actions = useContext(WorkspaceActionsContext);
  if (actions === undefined) throw new Error("a part of the workspace stands outside of it");
  return actions;
}
