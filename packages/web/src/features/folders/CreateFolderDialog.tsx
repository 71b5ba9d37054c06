/** A new folder: name, description, and one of ten colours. Spec A §2.13, A §5 "Folder creation". */
import { checkFolder } from "@satchel/core/folders/check-folder.ts";
import { FOLDER } from "@satchel/core/limits.ts";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { type FieldProblems, useForm } from "../../shared/hooks/use-form.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { TextField } from "../../shared/ui/TextField.tsx";
import { folderProblemText, foldersText } from "../../text/folders.ts";
import { commonText } from "../../text/words.ts";
import css from "./create-folder.module.css";

const FORM_ID = "create-folder";
type Values = { readonly name: string; readonly description: string; readonly color: string };

export function CreateFolderDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, field, change, busy, handleSubmit } = useCreateFolder(onClose);
  return (
    <Dialog
      title={foldersText.createTitle}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onPress={onClose}>
            {commonText.cancel}
          </Button>
          <Button tone="primary" type="submit" form={FORM_ID} busy={busy}>
            {foldersText.create}
          </Button>
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

function useCreateFolder(onClose: () => void) {
  const { notes, workspace } = useLibrary();
  const { status } = useServices();
  return useForm<Values>({
    initial: { name: "", description: "", color: FOLDER.defaultColor },
    check: (values): FieldProblems<Values> => {
      const problems = Object.entries(checkFolder(values)) as [keyof Values, keyof typeof folderProblemText][];
      return Object.fromEntries(problems.map(([name, problem]) => [name, folderProblemText[problem]]));
    },
    submit: async (values) => {
      const made = await notes.createFolder({ ...values, name: values.name.trim(), description: values.description.trim() });
      if (made.ok) {
        status.show({ id: "folder-created", name: made.value.name });
        workspace.selectFolder(made.value.folderId);
        onClose();
      } else status.show({ id: "folder-problem" });
      return undefined;
    },
  });
}
