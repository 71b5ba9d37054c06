/** Notes of a day: a checkbox for each that has changed since, and its title, which shows its text. */
import type { PastNote } from "@satchel/core/library/history/past-service-types.ts";
import { RotateCcw } from "lucide-react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { NoteBrowserList, NoteBrowserRow } from "../../shared/note-browser/NoteBrowserList.tsx";
import css from "../../shared/note-browser/note-browser.module.css";
import { Button } from "../../shared/ui/Button.tsx";
import { pastText } from "../../text/notes/past.ts";
import { workspaceText } from "../../text/workspace.ts";
import { isRestorable, type PastView } from "./use-past.ts";

type PastListProps = {
  readonly view: PastView;
  readonly name: string;
  readonly shownId: string | undefined;
  readonly onShow: (noteId: string) => void;
};

export function PastList({ view, name, shownId, onShow }: PastListProps) {
  const { listed = [], selected, work } = view;
  const changed = listed.filter(isRestorable).map(({ noteId }) => noteId);
  const areAll = changed.length > 0 && selected.length === changed.length;
  return (
    <div className={css.list}>
      <div className={css.actions}>
        <Checkbox isSelected={view.isChangedOnly} onChange={view.setChangedOnly}>
          {pastText.changedOnly}
        </Checkbox>
        <Checkbox
          isSelected={areAll}
          isIndeterminate={selected.length > 0 && !areAll}
          isDisabled={changed.length === 0}
          onChange={(isChosen) => view.select(changed, isChosen)}
        >
          {pastText.selectAll}
        </Checkbox>
        <Button
          label={pastText.restore(selected.length)}
          size="small"
          tone="primary"
          icon={<RotateCcw aria-hidden />}
          isDisabled={selected.length === 0 || work !== undefined}
          onPress={() => void view.restore(selected)}
        />
      </div>
      {listed.length === 0 && <p className={css.fact}>{pastText.noneChanged}</p>}
      <NoteBrowserList
        label={pastText.list(name)}
        notes={listed}
        more={pastText.more}
        row={(note) => <Row key={note.noteId} note={note} view={view} isShown={note.noteId === shownId} onShow={onShow} />}
      />
    </div>
  );
}

type RowProps = { readonly note: PastNote; readonly view: PastView; readonly isShown: boolean; readonly onShow: (noteId: string) => void };

function Row({ note, view, isShown, onShow }: RowProps) {
  const { noteId, title, preview, folder, atMs, since, isInDrive } = note;
  const { moment } = useDates();
  const name = title.trim() || workspaceText.untitled;
  const written = isInDrive ? pastText.inDrive : pastText.written(moment(atMs), pastText.since[since]);
  return (
    <NoteBrowserRow
      noteId={noteId}
      title={name}
      preview={preview}
      fact={folder === null ? written : `${written} · ${pastText.inFolder(folder)}`}
      isShown={isShown}
      onShow={() => onShow(noteId)}
      selection={
        isRestorable(note)
          ? {
              label: pastText.select(name),
              isSelected: view.selected.some((one) => one.noteId === noteId),
              onChange: (isChosen) => view.select([noteId], isChosen),
            }
          : undefined
      }
    />
  );
}
