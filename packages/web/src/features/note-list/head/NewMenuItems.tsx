/** Items of the New menu besides a note: a note from a template, a folder, and kinds of notes that are not available yet. Spec A §2.9, decision 0030. */
import { FilePlus2, FolderPlus, LayoutTemplate } from "lucide-react";
import { MenuItem, MenuLine } from "../../../shared/menus/Menu.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { keyCaps } from "../../../text/actions/actions.ts";
import { noteTypesText } from "../../../text/editor/note-types.ts";
import { templatesText } from "../../../text/notes/organize/templates.ts";
import { workspaceText } from "../../../text/workspace.ts";

export function NewMenuItems() {
  const { chooseTemplate, createFolder, newNoteOf } = useWorkspaceActions();
  return (
    <>
      <MenuItem
        label={templatesText.newFrom}
        icon={<LayoutTemplate />}
        keys={keyCaps("new-from-template").join(" ")}
        onAction={() => chooseTemplate()}
      />
      <MenuItem label={workspaceText.newFolder} icon={<FolderPlus />} onAction={createFolder} />
      <MenuLine />
      {noteTypesText.types.map((type) => (
        <MenuItem label={type} key={type} icon={<FilePlus2 />} hint={noteTypesText.hint} onAction={() => newNoteOf(type)} />
      ))}
    </>
  );
}
