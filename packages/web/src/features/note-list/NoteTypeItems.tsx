/** Kinds of notes to come: each opens a new note and says so. Spec A §2.9. */
import { FilePlus2 } from "lucide-react";
import { useServices } from "../../shared/services.ts";
import { MenuItem } from "../../shared/ui/Menu.tsx";
import { workspaceText } from "../../text/workspace.ts";

export function NoteTypeItems({ onNewNote }: { readonly onNewNote: () => void }) {
  const { status } = useServices();
  const handleType = (type: string): void => {
    onNewNote();
    status.show({ id: "note-type-coming", type });
  };
  return workspaceText.noteTypes.map((type) => (
    <MenuItem key={type} icon={<FilePlus2 />} onAction={() => handleType(type)}>
      {type}
    </MenuItem>
  ));
}
