/** Kinds of notes to come: each opens a new note and says so. Spec A §2.9. */
import { FilePlus2 } from "lucide-react";
import { MenuItem } from "../../shared/ui/Menu.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { workspaceText } from "../../text/workspace.ts";

export function NoteTypeItems() {
  const { newNoteOf } = useWorkspaceActions();
  return workspaceText.noteTypes.map((type) => (
    <MenuItem key={type} icon={<FilePlus2 />} onAction={() => newNoteOf(type)}>
      {type}
    </MenuItem>
  ));
}
