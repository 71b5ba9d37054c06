/** Shown while a large note loads. Spec A §4 "Large notes". */
import { Button } from "../../shared/ui/Button.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes/notes.ts";
import css from "./note.module.css";

export function LargeNote({ tabId }: { readonly tabId: string }) {
  const { closeTab } = useWorkspaceActions();
  return (
    <div className={css.large} role="status">
      <Spinner size={24} />
      <EmptyState
        isPage
        small
        title={notesText.large}
        sentence={notesText.largeSentence}
        action={<Button label={notesText.backToNotes} onPress={() => closeTab(tabId)} />}
      />
    </div>
  );
}
