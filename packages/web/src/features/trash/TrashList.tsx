/** The deleted notes, last deleted first: a box to select each, and its name, which shows it. */
import type { TrashedNote } from "@satchel/core/library/trash/trash.ts";
import { nameOfDevice } from "@satchel/core/vault/devices/devices-service-types.ts";
import { useState } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/note-browser.module.css";
import { trashText } from "../../text/trash.ts";
import { workspaceText } from "../../text/workspace.ts";
import own from "./trash.module.css";
import { type TrashView, titleOf } from "./use-trash.ts";

const SHOWN = 200;

export function TrashList({ view }: { readonly view: TrashView }) {
  const [shown, setShown] = useState(SHOWN);
  const { notes, selected } = view;
  if (notes.length === 0) return <p className={own.noneFound}>{trashText.noneFound}</p>;
  const ids = notes.map(({ noteId }) => noteId);
  const areAll = selected.length === notes.length;
  return (
    <div className={css.list}>
      <Checkbox isSelected={areAll} isIndeterminate={selected.length > 0 && !areAll} onChange={(isChosen) => view.select(ids, isChosen)}>
        {trashText.selectAll}
      </Checkbox>
      <ul aria-label={trashText.list}>
        {notes.slice(0, shown).map((note) => (
          <Row key={note.noteId} note={note} view={view} />
        ))}
      </ul>
      {notes.length > shown && (
        <Button size="small" onPress={() => setShown((before) => before + SHOWN)}>
          {trashText.more(Math.min(SHOWN, notes.length - shown))}
        </Button>
      )}
    </div>
  );
}

function Row({ note, view }: { readonly note: TrashedNote; readonly view: TrashView }) {
  const { noteId, preview, folder } = note;
  const title = titleOf(note, workspaceText.untitled);
  const isShown = view.shown?.noteId === noteId;
  const deleted = useDeleted(note);
  return (
    <li className={isShown ? `${css.row} ${css.shown}` : css.row}>
      <Checkbox
        aria-label={trashText.select(title)}
        isSelected={view.selected.some((one) => one.noteId === noteId)}
        onChange={(isChosen) => view.select([noteId], isChosen)}
      >
        {null}
      </Checkbox>
      <button
        type="button"
        className={css.name}
        data-row={noteId}
        aria-current={isShown ? "true" : undefined}
        onClick={() => view.show(noteId)}
      >
        <span className={css.title} dir="auto">
          {title}
        </span>
        {preview !== "" && (
          <span className={css.preview} dir="auto">
            {preview}
          </span>
        )}
        <span className={css.fact}>{folder === null ? deleted : `${deleted} · ${trashText.inFolder(folder.name)}`}</span>
      </button>
    </li>
  );
}

/** When, and on which device where its name is known. */
function useDeleted({ deletedAt, deviceId }: TrashedNote): string {
  const { devices, kind } = useLibrary();
  const { moment } = useDates();
  const device = useStore(devices.store, (state) => {
    if (kind === "local" || deviceId === undefined) return undefined;
    return deviceId === state.ownId ? trashText.thisDevice : nameOfDevice(state, deviceId);
  });
  return trashText.deleted(moment(deletedAt), device);
}
