/** The buttons under a note that is being written; in fullscreen they float. Spec A §2.12. */
import type { EditTab, NewTab } from "@satchel/core/tabs/tab.ts";
import { Maximize2, Minimize2, Trash2 } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { notesText } from "../../text/notes.ts";
import { shortcutsText } from "../../text/shortcuts.ts";
import css from "./write-note.module.css";

type WriteBarProps = { readonly tab: EditTab | NewTab; readonly canSave: boolean; readonly isSaving: boolean };

const SAVE_KEYS = shortcutsText.save;

export function WriteBar({ tab, canSave, isSaving }: WriteBarProps) {
  const { save, closeTab, deleteNote, setExpanded } = useWorkspaceActions();
  const isNew = tab.type === "new";
  return (
    <div className={tab.isExpanded ? `${css.bar} ${css.floating}` : css.bar}>
      {tab.type === "edit" && !tab.isExpanded && (
        <Button tone="danger-quiet" icon={<Trash2 aria-hidden />} onPress={() => deleteNote(tab.noteId)}>
          {notesText.delete}
        </Button>
      )}
      <span className={css.gap} />
      <IconButton
        label={tab.isExpanded ? notesText.exitFullscreen : notesText.expand}
        icon={tab.isExpanded ? <Minimize2 /> : <Maximize2 />}
        onPress={() => setExpanded(tab.id, !tab.isExpanded)}
      />
      <Button tone="quiet" onPress={() => closeTab(tab.id)}>
        {isNew || tab.isExpanded ? notesText.cancel : notesText.close}
      </Button>
      <Button tone="primary" keys={SAVE_KEYS} isDisabled={!canSave} busy={isSaving} onPress={() => save(tab.id)}>
        {isSaving ? notesText.saving : isNew && !tab.isExpanded ? notesText.createNote : notesText.save}
      </Button>
    </div>
  );
}
