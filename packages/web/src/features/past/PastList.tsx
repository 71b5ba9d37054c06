/** The notes of a day: a box for each that has changed since, and its name, which shows its text. */
import type { PastNote } from "@satchel/core/library/history/past-service-types.ts";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/note-browser.module.css";
import { pastText } from "../../text/past.ts";
import { workspaceText } from "../../text/workspace.ts";
import { isRestorable, type PastView } from "./use-past.ts";

type PastListProps = {
  readonly view: PastView;
  readonly name: string;
  readonly shownId: string | undefined;
  readonly onShow: (noteId: string) => void;
};

const SHOWN = 200;

export function PastList({ view, name, shownId, onShow }: PastListProps) {
  const [most, setMost] = useState(SHOWN);
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
          size="small"
          tone="primary"
          icon={<RotateCcw aria-hidden />}
          isDisabled={selected.length === 0 || work !== undefined}
          onPress={() => void view.restore(selected)}
        >
          {pastText.restore(selected.length)}
        </Button>
      </div>
      {listed.length === 0 && <p className={css.fact}>{pastText.noneChanged}</p>}
      <ul aria-label={pastText.list(name)}>
        {listed.slice(0, most).map((note) => (
          <Row key={note.noteId} note={note} view={view} isShown={note.noteId === shownId} onShow={onShow} />
        ))}
      </ul>
      {listed.length > most && (
        <Button size="small" onPress={() => setMost((before) => before + SHOWN)}>
          {pastText.more(Math.min(SHOWN, listed.length - most))}
        </Button>
      )}
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
    <li className={isShown ? `${css.row} ${css.shown}` : css.row}>
      {isRestorable(note) && (
        <Checkbox
          aria-label={pastText.select(name)}
          isSelected={view.selected.some((one) => one.noteId === noteId)}
          onChange={(isChosen) => view.select([noteId], isChosen)}
        >
          {null}
        </Checkbox>
      )}
      <button
        type="button"
        className={css.name}
        data-row={noteId}
        aria-current={isShown ? "true" : undefined}
        onClick={() => onShow(noteId)}
      >
        <span className={css.title} dir="auto">
          {name}
        </span>
        {preview !== "" && (
          <span className={css.preview} dir="auto">
            {preview}
          </span>
        )}
        <span className={css.fact}>{folder === null ? written : `${written} · ${pastText.inFolder(folder)}`}</span>
      </button>
    </li>
  );
}
