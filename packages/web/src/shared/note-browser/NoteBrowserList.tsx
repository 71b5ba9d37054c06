/** Notes that are not in the current library, as rows with a checkbox and a title: 200 at first, more on request. */
import { type ReactNode, useState } from "react";
import { Checkbox } from "../forms/Checkbox.tsx";
import { Button } from "../ui/Button.tsx";
import css from "./note-browser.module.css";

const SHOWN = 200;

type NoteBrowserListProps<Note> = {
  readonly label: string;
  readonly notes: readonly Note[];
  readonly more: (count: number) => string;
  readonly row: (note: Note) => ReactNode;
};

export function NoteBrowserList<Note>({ label, notes, more, row }: NoteBrowserListProps<Note>) {
  const [most, setMost] = useState(SHOWN);
  return (
    <>
      <ul aria-label={label}>{notes.slice(0, most).map(row)}</ul>
      {notes.length > most && (
        <Button label={more(Math.min(SHOWN, notes.length - most))} size="small" onPress={() => setMost((before) => before + SHOWN)} />
      )}
    </>
  );
}

type NoteBrowserRowProps = {
  readonly noteId: string;
  readonly title: string;
  readonly preview: string;
  readonly fact: string;
  readonly isShown: boolean;
  readonly onShow: () => void;
  /** Undefined if the note cannot be selected. */
  readonly selection?: { readonly label: string; readonly isSelected: boolean; readonly onChange: (isChosen: boolean) => void } | undefined;
};

export function NoteBrowserRow({ noteId, title, preview, fact, isShown, onShow, selection }: NoteBrowserRowProps) {
  return (
    <li className={isShown ? `${css.row} ${css.shown}` : css.row}>
      {selection && (
        <Checkbox aria-label={selection.label} isSelected={selection.isSelected} onChange={selection.onChange}>
          {null}
        </Checkbox>
      )}
      <button type="button" className={css.name} data-row={noteId} aria-current={isShown ? "true" : undefined} onClick={onShow}>
        <span className={css.title} dir="auto">
          {title}
        </span>
        {preview !== "" && (
          <span className={css.preview} dir="auto">
            {preview}
          </span>
        )}
        <span className={css.fact}>{fact}</span>
      </button>
    </li>
  );
}
