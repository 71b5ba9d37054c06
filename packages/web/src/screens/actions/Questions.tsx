/** The dialogs of the workspace, one at a time. The workspace decides which one is open; features implement them. Spec A §2.13. */

import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import { readTrashChoice } from "@satchel/core/model/entities/parsing/trash-choice.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { useEffect } from "react";
import { PickDayDialog } from "../../features/days/PickDayDialog.tsx";
import { ExportDialog } from "../../features/export/ExportDialog.tsx";
import { DeleteFolderDialog } from "../../features/folders/DeleteFolderDialog.tsx";
import { FolderDialog } from "../../features/folders/FolderDialog.tsx";
import { MoveFolderDialog } from "../../features/folders/MoveFolderDialog.tsx";
import { MoveNoteDialog } from "../../features/note/MoveNoteDialog.tsx";
import { DraftsDialog } from "../../features/notices/drafts/DraftsDialog.tsx";
import { RecoveryKeyDialog } from "../../features/onboarding/RecoveryKeyDialog.tsx";
import { MoveSensitiveDialog } from "../../features/sensitive/MoveSensitiveDialog.tsx";
import { SensitiveDialog } from "../../features/sensitive/SensitiveDialog.tsx";
import { ClearLocalDialog } from "../../features/session/ClearLocalDialog.tsx";
import { SignOutDialog } from "../../features/session/SignOutDialog.tsx";
import { ShortcutsDialog } from "../../features/shortcuts/ShortcutsDialog.tsx";
import { ConflictsDialog } from "../../features/sync/ConflictsDialog.tsx";
import { SyncLogDialog } from "../../features/sync/SyncLogDialog.tsx";
import { RenameTagDialog } from "../../features/tags/RenameTagDialog.tsx";
import { TagsDialog } from "../../features/tags/TagsDialog.tsx";
import { TemplateDialog } from "../../features/templates/TemplateDialog.tsx";
import { WritersModeDialog } from "../../features/writing/WritersModeDialog.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { deliverKeys } from "../../shared/typeahead/held-keys.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { noteProblemText } from "../../text/notes/note-problems.ts";
import { notesText } from "../../text/notes/notes.ts";
import { questionsText } from "../../text/notes/questions.ts";
import { SettingsDialog } from "./SettingsDialog.tsx";
import type { Asking, Question } from "./use-actions.ts";
import { WorkspacePalette } from "./WorkspacePalette.tsx";

export function Questions({ question, ask }: Asking) {
  const { openNote, moveWithPassword } = useWorkspaceActions();
  const close = (): void => ask(undefined);
  const closeAnd = (run: () => void) => (): void => {
    close();
    run();
  };
  const closeAndOpen = (noteId: string): void => closeAnd(() => openNote(noteId))();
  // This effect runs after those of the dialog, which focus its first field.
  useEffect(() => {
    if (question !== undefined) deliverKeys("dialog");
  }, [question]);
  if (question === undefined) return null;
  switch (question.kind) {
    case "unsaved":
      return <UnsavedDialog question={question} onClose={close} />;
    case "delete":
      return <DeleteDialog question={question} onClose={close} />;
    case "move":
      return <MoveNoteDialog noteIds={question.noteIds} onClose={close} />;
    case "tags":
    case "rename-tag":
    case "template":
    case "day":
      return <OrganizeQuestion question={question} onClose={close} />;
    case "folder":
    case "edit-folder":
    case "new-subfolder":
    case "move-folder":
    case "delete-folder":
      return <FolderQuestion question={question} onClose={close} />;
    case "drafts":
      return <DraftsQuestion onClose={close} />;
    case "sign-out":
    case "clear-caches":
      return <SignOutDialog clearsCaches={question.kind === "clear-caches"} onClose={close} />;
    case "clear-local":
      return <ClearLocalDialog onClose={close} />;
    case "settings":
      return <SettingsDialog request={question} onClose={close} />;
    case "sensitive":
      return <SensitiveDialog purpose={question.purpose} onDone={closeAnd(question.proceed)} onClose={close} />;
    case "move-sensitive": {
      const { direction, noteIds, folderId } = question;
      const move = () => moveWithPassword(noteIds, folderId);
      return <MoveSensitiveDialog direction={direction} count={noteIds.length} onMove={move} onClose={close} />;
    }
    case "conflicts":
      return <ConflictsDialog noteId={question.noteId} onOpenNote={closeAndOpen} onClose={close} />;
    case "export":
      return <ExportDialog scope={question.scope} onClose={close} />;
    case "sync-log":
      return <SyncLogDialog onOpen={closeAndOpen} onClose={close} />;
    case "shortcuts":
      return <ShortcutsDialog onClose={close} />;
    case "writers-mode":
      return <WritersModeDialog onClose={close} />;
    case "palette":
      return <WorkspacePalette onClose={close} />;
    case "recovery-key":
      return <RecoveryKeyDialog onClose={close} />;
  }
}

type OrganizeProps = {
  readonly question: Extract<Question, { readonly kind: "move" | "tags" | "rename-tag" | "template" | "day" }>;
  readonly onClose: () => void;
};

function OrganizeQuestion({ question, onClose }: OrganizeProps) {
  if (question.kind === "template") return <TemplateDialog purpose={question.purpose} onClose={onClose} />;
  if (question.kind === "day") return <PickDayDialog onPick={question.onPick} onClose={onClose} />;
  if (question.kind === "rename-tag") return <RenameTagDialog tag={question.tag} onClose={onClose} />;
  return <TagsDialog noteIds={question.noteIds} onClose={onClose} />;
}

type FolderQuestionProps = { readonly question: Question; readonly onClose: () => void };

function FolderQuestion({ question, onClose }: FolderQuestionProps) {
  switch (question.kind) {
    case "edit-folder":
      return <FolderDialog folderId={question.folderId} onClose={onClose} />;
    case "new-subfolder":
      return <FolderDialog parentId={question.folderId} onClose={onClose} />;
    case "move-folder":
      return <MoveFolderDialog folderId={question.folderId} onClose={onClose} />;
    case "delete-folder":
      return <DeleteFolderDialog folderId={question.folderId} onClose={onClose} />;
    default:
      return <FolderDialog onClose={onClose} />;
  }
}

function DraftsQuestion({ onClose }: { readonly onClose: () => void }) {
  const { openDraft } = useWorkspaceActions();
  const handleOpen = (draftId: string): void => {
    openDraft(draftId);
    onClose();
  };
  return <DraftsDialog onOpen={handleOpen} onClose={onClose} />;
}

type UnsavedProps = { readonly question: Extract<Question, { readonly kind: "unsaved" }>; readonly onClose: () => void };

function UnsavedDialog({ question, onClose }: UnsavedProps) {
  const { tabs } = useLibrary();
  const isSaving = useStore(tabs.store, ({ saving }) => question.tabIds.some((tabId) => saving.has(tabId)));
  const problem = useStore(tabs.store, ({ saveProblems }) => question.tabIds.map((tabId) => saveProblems.get(tabId)).find(Boolean));
  const why = problem !== undefined && problem.kind in noteProblemText ? noteProblemText[problem.kind as NoteProblem["kind"]] : undefined;
  const handleStay = (): void => {
    for (const tabId of question.tabIds) tabs.cancelSave(tabId);
    question.stay?.();
    onClose();
  };
  const handleDiscard = (): void => {
    for (const tabId of question.tabIds) tabs.close(tabId);
    question.proceed();
    onClose();
  };
  const handleSave = async (): Promise<void> => {
    for (const tabId of question.tabIds) {
      if (!(await tabs.save(tabId)).ok) return handleStay();
    }
    question.proceed();
    onClose();
  };
  return (
    <ConfirmDialog
      variant="danger"
      title={questionsText.unsavedTitle}
      message={why === undefined ? questionsText.unsavedMessage : questionsText.unsavedBecause(why)}
      confirm={questionsText.discard}
      cancel={questionsText.keepEditing}
      other={<Button label={questionsText.saveAndLeave} autoFocus busy={isSaving} onPress={() => void handleSave()} />}
      onConfirm={handleDiscard}
      onCancel={handleStay}
    />
  );
}

type DeleteProps = { readonly question: Extract<Question, { readonly kind: "delete" }>; readonly onClose: () => void };

function DeleteDialog({ question, onClose }: DeleteProps) {
  const { notes } = useLibrary();
  const { noteIds, proceed } = question;
  const count = noteIds.length;
  const title = useStore(notes.store, (state) => state.notesById.get(noteIds[0] ?? "")?.title ?? "");
  const { preferences } = useServices();
  const { days } = readTrashChoice(preferences.read(LOCAL_KEYS.trashKept));
  const handleDelete = (): void => {
    onClose();
    proceed();
  };
  return (
    <ConfirmDialog
      variant="danger"
      title={count === 1 ? questionsText.deleteTitle : questionsText.deleteManyTitle(count)}
      message={
        <>
          <p>{count === 1 ? questionsText.deleteMessage(title) : questionsText.deleteManyMessage(count)}</p>
          <p>{questionsText.restorable(count, days)}</p>
        </>
      }
      confirm={notesText.delete}
      onConfirm={handleDelete}
      onCancel={onClose}
    />
  );
}
