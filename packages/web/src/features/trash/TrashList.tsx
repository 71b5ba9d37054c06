/** Deleted notes, latest first: a checkbox to select each, and its title, which shows it. */
import type { TrashedNote } from "@satchel/core/library/trash/trash.ts";
import { nameOfDevice } from "@satchel/core/vault/devices/devices-service-types.ts";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { NoteBrowserList, NoteBrowserRow } from "../../shared/note-browser/NoteBrowserList.tsx";
import css from "../../shared/note-browser/note-browser.module.css";
import { useLibrary } from "../../shared/services.ts";
import { trashText } from "../../text/notes/trash.ts";
import { workspaceText } from "../../text/workspace.ts";
import own from "./trash.module.css";
import { type TrashView, titleOf } from "./use-trash.ts";

export function TrashList({ view }: { readonly view: TrashView }) {
  const { notes, selected } = view;
  if (notes.length === 0) return <p className={own.noneFound}>{trashText.noneFound}</p>;
  const ids = notes.map(({ noteId }) => noteId);
  const areAll = selected.length === notes.length;
  return (
    <div className={css.list}>
      <Checkbox isSelected={areAll} isIndeterminate={selected.length > 0 && !areAll} onChange={(isChosen) => view.select(ids, isChosen)}>
        {trashText.selectAll}
      </Checkbox>
      <NoteBrowserList
        label={trashText.list}
        notes={notes}
        more={trashText.more}
        row={(note) => <Row key={note.noteId} note={note} view={view} />}
      />
    </div>
  );
}

function Row({ note, view }: { readonly note: TrashedNote; readonly view: TrashView }) {
  const { noteId, preview, folder } = note;
  const title = titleOf(note, workspaceText.untitled);
  const isShown = view.shown?.noteId === noteId;
  const deleted = useDeleted(note);
  return (
    <NoteBrowserRow
      noteId={noteId}
      title={title}
      preview={preview}
      fact={folder === null ? deleted : `${deleted} · ${trashText.inFolder(folder.name)}`}
      isShown={isShown}
      onShow={() => view.show(noteId)}
      selection={{
        label: trashText.select(title),
        isSelected: view.selected.some((one) => one.noteId === noteId),
        onChange: (isChosen) => view.select([noteId], isChosen),
      }}
    />
  );
}

/** Time of deletion, and the device if its name is known. */
function useDeleted({ deletedAt, deviceId }: TrashedNote): string {
  const { devices, kind } = useLibrary();
  const { moment } = useDates();
  const device = useStore(devices.store, (state) => {
    if (kind === "local" || deviceId === undefined) return undefined;
    return deviceId === state.ownId ? trashText.thisDevice : nameOfDevice(state, deviceId);
  });
  return trashText.deleted(moment(deletedAt), device);
}
