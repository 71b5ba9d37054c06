/** Shown instead of a note that is missing, unreadable, or has an invalid id. Spec A §2.11. */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { noteProblemSentence } from "../../text/notes/note-problems.ts";
import { notesText } from "../../text/notes/notes.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import { SealedNote } from "./SealedNote.tsx";

type MissingNoteProps = {
  readonly tabId: string;
  readonly problem: NoteProblem | { readonly kind: "invalid-id" };
  /** True if the note was opened for editing. */
  readonly isEditing?: boolean;
};

export function MissingNote({ tabId, problem, isEditing = false }: MissingNoteProps) {
  const { closeTab } = useWorkspaceActions();
  const back = <Button label={notesText.backToNotes} tone="primary" onPress={() => closeTab(tabId)} />;
  if (problem.kind === "invalid-id")
    return <EmptyState isPage title={notesText.invalidId} sentence={notesText.invalidIdSentence} action={back} />;
  if (problem.kind === "not-found")
    return <EmptyState isPage title={notesText.notFound} sentence={notesText.notFoundSentence} action={back} />;
  if (problem.kind === "sensitive-locked") return <SealedNote sentence={sensitiveNotesText.locked} />;
  if (problem.kind === "sensitive-damaged") {
    const title = isEditing ? sensitiveNotesText.editFailed : sensitiveNotesText.decryptFailed;
    return <EmptyState isPage title={title} sentence={sensitiveNotesText.decryptFailedSentence} action={back} />;
  }
  return <EmptyState isPage title={notesText.loadFailed} sentence={noteProblemSentence({ action: "load", problem })} action={back} />;
}
