/** Names a search and chooses its icon. With `search`, changes a saved one. */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import { type SavedSearch, SEARCH_ICONS } from "@satchel/core/model/entities/saved-search.ts";
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { SAVED_SEARCH } from "@satchel/core/model/limits/limits.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { commonText } from "../../../text/labels.ts";
import { savedSearchesText as text } from "../../../text/notes/search/saved-searches.ts";
import { TextField } from "../../forms/TextField.tsx";
import { useForm } from "../../hooks/use-form.ts";
import { useLibrary, useServices } from "../../services.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "./saved-search-dialog.module.css";
import { SearchMark, toIcon } from "./search-icons.tsx";

const FORM_ID = "saved-search";

type SavedSearchDialogProps = { readonly search?: SavedSearch; readonly query: string; readonly onClose: () => void };

export function SavedSearchDialog({ search, query, onClose }: SavedSearchDialogProps) {
  const { values, field, change, busy, handleSubmit } = useSearchForm(search, query, onClose);
  return (
    <Dialog
      title={search === undefined ? text.saveTitle : text.editTitle}
      onClose={onClose}
      actions={
        <>
          <Button label={commonText.cancel} tone="quiet" onPress={onClose} />
          <Button label={text.done} tone="primary" type="submit" form={FORM_ID} busy={busy} />
        </>
      }
    >
      <form id={FORM_ID} className={css.form} onSubmit={handleSubmit} noValidate>
        <TextField label={text.name} autoFocus autoComplete="off" maxLength={SAVED_SEARCH.nameMaxChars} {...field("name")} />
        <TextField label={text.query} hint={text.queryHint} autoComplete="off" maxLength={SAVED_SEARCH.queryMaxChars} {...field("query")} />
        <RadioGroup
          className={css.icons as string}
          orientation="horizontal"
          value={toIcon(values.icon)}
          onChange={(icon) => change("icon", icon)}
        >
          <Label className={css.label as string}>{text.icon}</Label>
          <div className={css.choices}>
            {SEARCH_ICONS.map((icon) => (
              <Radio key={icon} value={icon} aria-label={text.icons[icon]} className={css.choice as string}>
                <SearchMark icon={icon} />
              </Radio>
            ))}
          </div>
        </RadioGroup>
      </form>
    </Dialog>
  );
}

function useSearchForm(search: SavedSearch | undefined, query: string, onClose: () => void) {
  const { searches, kind } = useLibrary();
  const { status } = useServices();
  return useForm<{ name: string; query: string; icon: string }>({
    initial: search === undefined ? { name: "", query, icon: "search" } : { name: search.name, query: search.query, icon: search.icon },
    check: ({ name, query }) => ({
      ...(name.trim() === "" ? { name: text.nameMissing } : {}),
      ...(query.trim() === "" ? { query: text.queryMissing } : {}),
    }),
    async submit(values) {
      const saved = await searches().then(
        (service): Promise<Result<unknown, NoteProblem>> =>
          search === undefined ? service.create(values) : service.update(search.searchId, values),
        () => failed(CODE_MISSING),
      );
      if (saved.ok) {
        status.show({ id: "search-saved", name: values.name.trim() });
        onClose();
      } else status.show({ id: "note-problem", action: "save", problem: saved.problem, isLocal: kind === "local" }, { subject: "search" });
      return undefined;
    },
  });
}
