/** Creates or edits a folder: name, description, and one of ten colors. Spec A §2.13, A §5 "Folder creation". */
import { FOLDER } from "@satchel/core/model/limits/limits.ts";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { commonText } from "../../text/labels.ts";
import { foldersText } from "../../text/notes/folders/folder-dialogs.ts";
import css from "./folder-dialog.module.css";
import { useFolderForm } from "./use-folder-form.ts";

const FORM_ID = "folder";

/** Without an id, a new folder is created, in the folder `parentId` if there is one. */
type FolderDialogProps = { readonly folderId?: string; readonly parentId?: string | null; readonly onClose: () => void };

export function FolderDialog({ folderId, parentId = null, onClose }: FolderDialogProps) {
  const { values, field, change, busy, handleSubmit } = useFolderForm(folderId, parentId, onClose);
  const parent = useLibrary()
    .notes.store.getState()
    .folders.find((folder) => folder.folderId === parentId);
  const createTitle = parent === undefined ? foldersText.createTitle : foldersText.createInsideTitle(parent.name);
  return (
    <Dialog
      title={folderId === undefined ? createTitle : foldersText.editTitle}
      onClose={onClose}
      actions={
        <>
          <Button label={commonText.cancel} tone="quiet" onPress={onClose} />
          <Button
            label={folderId === undefined ? foldersText.create : foldersText.save}
            tone="primary"
            type="submit"
            form={FORM_ID}
            busy={busy}
          />
        </>
      }
    >
      <form id={FORM_ID} className={css.form} onSubmit={handleSubmit} noValidate>
        <TextField label={foldersText.name} autoFocus maxLength={FOLDER.nameMaxChars} {...field("name")} />
        <TextField
          label={foldersText.description}
          hint={foldersText.descriptionHint}
          lines={2}
          maxLength={FOLDER.descriptionMaxChars}
          {...field("description")}
        />
        <Colors value={values.color} onChange={(color) => change("color", color)} />
      </form>
    </Dialog>
  );
}

function Colors({ value, onChange }: { readonly value: string; readonly onChange: (color: string) => void }) {
  return (
    <RadioGroup className={css.colors as string} orientation="horizontal" value={value} onChange={onChange}>
      <Label className={css.label as string}>{foldersText.color}</Label>
      <div className={css.swatches}>
        {FOLDER.colors.map((color, index) => (
          <Radio
            key={color}
            value={color}
            aria-label={foldersText.colors[index] ?? color}
            className={css.swatch as string}
            style={{ background: color }}
          />
        ))}
      </div>
    </RadioGroup>
  );
}
