/** Renames a tag in all notes, or merges it into another one. */
import { renamedTags } from "@satchel/core/library/tags/renamed-tags.ts";
import { tagKey } from "@satchel/core/model/entities/tags/tag.ts";
import { toTag } from "@satchel/core/model/entities/tags/tag-edits.ts";
import { TAG } from "@satchel/core/model/limits/limits.ts";
import { type FormEvent, useEffect, useState } from "react";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useChangeTags } from "../../shared/marks/tags/use-change-tags.ts";
import { useTagList } from "../../shared/marks/tags/use-tag-list.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { commonText } from "../../text/labels.ts";
import { tagsText } from "../../text/tags.ts";

const FORM_ID = "rename-tag";

type RenameTagDialogProps = { readonly tag: string; readonly onClose: () => void };

export function RenameTagDialog({ tag, onClose }: RenameTagDialogProps) {
  const { notes, workspace } = useLibrary();
  const list = useTagList();
  const changeTags = useChangeTags();
  const [name, setName] = useState(tag);
  const [isAsked, setAsked] = useState(false);
  // The tag of a sensitive note is hidden once the folder is locked.
  const isGone = !list.some(({ key }) => key === tagKey(tag));
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const to = toTag(name.replace(/^#/, ""));
  const changes = to === undefined ? [] : renamedTags(notes.store.getState().notes, tag, to);
  const other = to === undefined || tagKey(to) === tagKey(tag) ? undefined : list.find(({ key }) => key === tagKey(to));
  const problem = isAsked && to === undefined ? tagsText.nameMissing : undefined;
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (to === undefined) return;
    onClose();
    const { tagKeys } = workspace.store.getState();
    const message = { id: "tags-changed", what: other === undefined ? "renamed" : "merged", count: changes.length } as const;
    const isDone = await changeTags(changes, { message, onUndone: () => workspace.filterByTags(tagKeys) });
    if (isDone) workspace.filterByTags(tagKeys.map((key) => (key === tagKey(tag) ? tagKey(to) : key)));
  };
  if (isGone) return null;
  return (
    <Dialog
      title={tagsText.renameTitle}
      onClose={onClose}
      actions={
        <>
          <Button label={commonText.cancel} tone="quiet" onPress={onClose} />
          <Button label={other === undefined ? tagsText.save : tagsText.merge} tone="primary" type="submit" form={FORM_ID} />
        </>
      }
    >
      <form id={FORM_ID} onSubmit={(event) => void handleSubmit(event)} noValidate>
        <TextField
          label={tagsText.name}
          autoFocus
          autoComplete="off"
          maxLength={TAG.maxChars}
          value={name}
          onChange={setName}
          problem={problem}
          hint={
            other === undefined ? `${tagsText.renames(changes.length)} ${tagsText.nameHint}` : tagsText.merges(other.tag, changes.length)
          }
        />
      </form>
    </Dialog>
  );
}
