/** Progress of restoring or deleting many notes, with a stop button. */
import type { TrashWork } from "@satchel/core/library/trash/trash-service-types.ts";
import css from "../../shared/note-browser/note-browser.module.css";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { commonText } from "../../text/labels.ts";
import { trashText } from "../../text/notes/trash.ts";
import { useTrashService } from "./use-trash.ts";

export function TrashProgress({ work: { kind, done, of } }: { readonly work: TrashWork }) {
  const trash = useTrashService();
  const label = trashText.working[kind];
  return (
    <div className={css.progress}>
      <span className={css.fact}>{`${label}: ${trashText.workDone(done, of)}`}</span>
      <Bar label={label} percent={Math.round((done / of) * 100)} />
      <Button label={commonText.cancel} size="small" onPress={() => trash.cancel()} />
    </div>
  );
}
