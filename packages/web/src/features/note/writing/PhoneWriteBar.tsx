/** A phone's buttons of a note that is being written: they share one bar with the tools, which scroll sideways. Decision 0042, spec A §2.12. */
import { type EditTab, isNewToUser, type NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import { Maximize2, Trash2 } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { notesText } from "../../../text/notes/notes.ts";
import type { WriteBarProps } from "./WriteBar.tsx";
import css from "./write-note.module.css";

/** Behind the tools, at the end of what scrolls. */
export function PhoneWriteActions({ tab, canSave, isSaving, isAutomatic }: WriteBarProps) {
  const { save, saveAndStay, cancelNew, closeTab, deleteNote, setExpanded } = useWorkspaceActions();
  const isNew = isNewToUser(tab);
  const handleClose = (): void => (isNew && isAutomatic ? cancelNew(tab.id) : closeTab(tab.id));
  return (
    <div className={css.phoneActions}>
      {tab.type === "edit" && !isNew && (
        <IconButton label={notesText.delete} tone="danger" icon={<Trash2 />} onPress={() => deleteNote(tab.noteId)} />
      )}
      <IconButton label={notesText.expand} icon={<Maximize2 />} keepsFocus onPress={() => setExpanded(tab.id, true)} />
      <Button label={isNew ? notesText.cancel : notesText.close} tone="quiet" onPress={handleClose} />
      {isNew && <Button label={notesText.save} tone="quiet" isDisabled={!canSave || isSaving} onPress={() => saveAndStay(tab.id)} />}
      {isAutomatic && (
        <Button
          label={isNew ? notesText.createNote : notesText.save}
          tone="quiet"
          isDisabled={!canSave || isSaving}
          onPress={() => save(tab.id)}
        />
      )}
    </div>
  );
}

/** At the end of the bar, always in reach. `Done` closes the on-screen keyboard; with automatic saving the note is shown. */
export function PhoneWriteEnd({ tab, canSave, isSaving, isAutomatic, pendingShare }: WriteBarProps) {
  const { save, cancelSave, finish } = useWorkspaceActions();
  const isWaiting = isSaving && pendingShare !== undefined;
  const busyLabel = isWaiting ? notesText.waitingToSave(Math.round(pendingShare * 100)) : notesText.saving;
  const done = <Button label={notesText.done} tone="quiet" onPress={() => (isAutomatic ? finish(tab.id) : hideKeyboard())} />;
  if (isAutomatic) return done;
  return (
    <>
      <span className={css.withKeyboard}>{done}</span>
      <span className={css.withoutKeyboard}>
        {isWaiting && <Button label={notesText.cancelSave} tone="quiet" onPress={() => cancelSave(tab.id)} />}
        <Button
          label={isSaving ? busyLabel : labelOf(tab)}
          tone="primary"
          isDisabled={!canSave}
          busy={isSaving}
          onPress={() => save(tab.id)}
        />
      </span>
    </>
  );
}

function labelOf(tab: EditTab | NewTab): string {
  return isNewToUser(tab) ? notesText.createNote : notesText.save;
}

function hideKeyboard(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
