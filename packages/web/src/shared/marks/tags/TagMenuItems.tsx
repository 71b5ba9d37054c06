/** Menu items of a tag: changes of it in all notes. */
import { renamedTags } from "@satchel/core/library/tags/renamed-tags.ts";
import { Pencil, Trash2 } from "lucide-react";
import { tagsText } from "../../../text/tags.ts";
import { MenuItem } from "../../menus/Menu.tsx";
import { useLibrary } from "../../services.ts";
import { useWorkspaceActions } from "../../workspace-actions.ts";
import { useChangeTags } from "./use-change-tags.ts";

export function TagMenuItems({ tag }: { readonly tag: string }) {
  const { notes } = useLibrary();
  const { renameTag } = useWorkspaceActions();
  const changeTags = useChangeTags();
  const handleDelete = (): void => {
    const changes = renamedTags(notes.store.getState().notes, tag, undefined);
    void changeTags(changes, { message: { id: "tags-changed", what: "removed", count: changes.length } });
  };
  return (
    <>
      <MenuItem label={tagsText.rename} icon={<Pencil />} onAction={() => renameTag(tag)} />
      <MenuItem label={tagsText.delete} icon={<Trash2 />} tone="danger" onAction={handleDelete} />
    </>
  );
}
