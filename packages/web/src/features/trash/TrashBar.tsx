/** Search, how long deleted notes are kept, and actions for the selected notes or all. */
import type { KeptDays } from "@satchel/core/model/entities/parsing/trash-choice.ts";
import { TRASH } from "@satchel/core/model/limits/limits.ts";
import { RotateCcw, Trash2 } from "lucide-react";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import css from "../../shared/note-browser/note-browser.module.css";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { trashText } from "../../text/notes/trash.ts";
import own from "./trash.module.css";
import { type TrashView, useTrashService } from "./use-trash.ts";

const toKey = (days: KeptDays): string => String(days);
const OPTIONS = TRASH.keptDaysChoices.map((days) => ({ value: toKey(days), name: trashText.keptDays(days) }));

export function TrashBar({ view }: { readonly view: TrashView }) {
  const trash = useTrashService();
  const { kind } = useLibrary();
  const keptDays = useStore(trash.store, (state) => state.keptDays);
  const handleKept = (key: string): void => trash.chooseKeptDays(TRASH.keptDaysChoices.find((days) => toKey(days) === key) ?? null);
  return (
    <>
      <div className={`${own.fields} ${css.above}`}>
        <TextField label={trashText.find} type="search" autoComplete="off" value={view.term} onChange={(term) => void view.search(term)} />
        <SelectField
          label={trashText.kept}
          value={toKey(keptDays)}
          options={OPTIONS}
          hint={kind === "cloud" ? trashText.keptHint : undefined}
          onChange={handleKept}
        />
      </div>
      {view.notes.length > 0 && <Actions view={view} />}
    </>
  );
}

function Actions({ view }: { readonly view: TrashView }) {
  const trash = useTrashService();
  const isBusy = useStore(trash.store, ({ work }) => work !== undefined);
  const ids = view.selected.map(({ noteId }) => noteId);
  const count = ids.length;
  return (
    <div className={`${css.actions} ${css.above}`}>
      <span className={count === 0 ? `${own.chosen} ${own.none}` : own.chosen}>
        <Button
          label={count > 1 ? trashText.restoreMany(count) : trashText.restore}
          size="small"
          icon={<RotateCcw aria-hidden />}
          isDisabled={count === 0 || isBusy}
          onPress={() => void view.restore(ids)}
        />
        <Button
          label={count > 1 ? trashText.purgeMany(count) : trashText.purge}
          size="small"
          tone="danger-quiet"
          isDisabled={count === 0 || isBusy}
          onPress={() => view.ask(ids)}
        />
      </span>
      <span className={own.spring} />
      {!view.isFiltered && (
        <Button
          label={trashText.emptyTrash}
          size="small"
          tone="danger-quiet"
          icon={<Trash2 aria-hidden />}
          isDisabled={isBusy}
          onPress={() => view.ask(view.notes.map(({ noteId }) => noteId))}
        />
      )}
    </div>
  );
}
