/**
 * What parts of the workspace ask for: opening, closing, saving and deleting, each with the question it may need first. The screens answer
 * them (screens/workspace); features only call.
 */
import { createContext, useContext } from "react";

export type WorkspaceActions = {
  openNote(noteId: string): void;
  editNote(noteId: string): void;
  newNote(): void;
  activate(tabId: string): void;
  /** Ctrl+Shift+Arrow: the next tab, or the one before. */
  cycle(step: 1 | -1): void;
  /** On the phone: from the note back to the list. */
  showList(): void;
  /** Asks first when something in it is unsaved. */
  closeTab(tabId: string): void;
  closeOthers(tabId: string): void;
  closeAll(): void;
  save(tabId: string): void;
  deleteNote(noteId: string): void;
  moveNote(noteId: string): void;
  createFolder(): void;
  setExpanded(tabId: string, isExpanded: boolean): void;
  openDrafts(): void;
  showRecoveryKey(): void;
  openSettings(): void;
  /** Notes that were edited in two places; with an id, that one. */
  openConflicts(noteId?: string): void;
  openSyncLog(): void;
  signOut(): void;
  clearLocal(): void;
  /** The tab whose save was refused because its title is missing. */
  readonly titleMissingIn: string | null;
};

const WorkspaceActionsContext = createContext<WorkspaceActions | undefined>(undefined);

export const WorkspaceActionsProvider = WorkspaceActionsContext.Provider;

export function useWorkspaceActions(): WorkspaceActions {
  const actions = useContext(WorkspaceActionsContext);
  if (actions === undefined) throw new Error("a part of the workspace stands outside of it");
  return actions;
}
