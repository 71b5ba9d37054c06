/** Below the list of a new library: removes the two first notes in one click. Decision 0044. */
import { Trash2 } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { noRowsText } from "../../../text/notes/no-rows.ts";
import css from "./note-list.module.css";

export function FirstNotes({ ids }: { readonly ids: readonly string[] }) {
  const { removeNotes } = useWorkspaceActions();
  return (
    <div className={css.firstNotes}>
      <Button
        label={noRowsText.removeFirstNotes(ids.length)}
        size="small"
        tone="quiet"
        icon={<Trash2 aria-hidden />}
        onPress={() => removeNotes(ids)}
      />
    </div>
  );
}
