/** The buttons under a note that is being written; in fullscreen they float. Spec A §2.12. */
import { type EditTab, isNewToUser, type NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import { Maximize2, Minimize2, Trash2 } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { shortcutsText } from "../../../text/actions/shortcuts.ts";
import { notesText } from "../../../text/notes/notes.ts";
import css from "./write-note.module.css";

export type WriteBarProps = {
  readonly tab: EditTab | NewTab;
  readonly canSave: boolean;
  readonly isSaving: boolean;
  readonly isAutomatic: boolean;
  /** How much of a paste or an image is prepared, from 0 to 1: a save waits for it. */
  readonly pendingShare: number | undefined;
};

const SAVE_KEYS = shortcutsText.save;

export function WriteBar({ tab, canSave, isSaving, isAutomatic, pendingShare }: WriteBarProps) {
  const { save, saveAndStay, cancelSave, cancelNew, closeTab, deleteNote, finish, setExpanded } = useWorkspaceActions();
  const isNew = isNewToUser(tab);
  const handleClose = (): void => (isNew && isAutomatic ? cancelNew(tab.id) : closeTab(tab.id));
  const isWaiting = isSaving && pendingShare !== undefined;
  const busyLabel = isWaiting ? notesText.waitingToSave(Math.round(pendingShare * 100)) : notesText.saving;
  return (
    <div className={tab.isExpanded ? `${css.bar} ${css.floating}` : css.bar}>
      {tab.type === "edit" && !isNew && !tab.isExpanded && (
        <Button label={notesText.delete} tone="danger-quiet" icon={<Trash2 aria-hidden />} onPress={() => deleteNote(tab.noteId)} />
      )}
      <span className={css.gap} />
      <IconButton
        label={tab.isExpanded ? notesText.exitFullscreen : notesText.expand}
        icon={tab.isExpanded ? <Minimize2 /> : <Maximize2 />}
        // Keeps the focus in the text or title when pressed by pointer, like the toolbar.
        keepsFocus
        onPress={() => setExpanded(tab.id, !tab.isExpanded)}
      />
      {isWaiting ? (
        <Button label={notesText.cancelSave} tone="quiet" onPress={() => cancelSave(tab.id)} />
      ) : (
        <Button label={isNew || tab.isExpanded ? notesText.cancel : notesText.close} tone="quiet" onPress={handleClose} />
      )}
      {isAutomatic && !isNew && !isWaiting && <Button label={notesText.done} tone="quiet" onPress={() => finish(tab.id)} />}
      {isNew && !tab.isExpanded && !isWaiting && (
        <Button label={notesText.save} isDisabled={!canSave || isSaving} onPress={() => saveAndStay(tab.id)} />
      )}
      <Button
        label={isSaving ? busyLabel : isNew && !tab.isExpanded ? notesText.createNote : notesText.save}
        tone="primary"
        keys={SAVE_KEYS}
        isDisabled={!canSave}
        busy={isSaving}
        onPress={() => save(tab.id)}
      />
    </div>
  );
}
