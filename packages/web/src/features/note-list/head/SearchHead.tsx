/**
 * Head of a search: filter chips, and the number of notes. The filters are part of the query (core/library/search/filters.ts).
 */
import { hasAlternatives, readFilters, type SearchFilters, withFilters, wordsOf } from "@satchel/core/library/search/filters.ts";
import { type Folder, folderPath } from "@satchel/core/model/entities/folder.ts";
import { tagKey } from "@satchel/core/model/entities/tags/tag.ts";
import { BookmarkPlus, Check, ChevronDown, FileOutput } from "lucide-react";
import { type ReactNode, type RefObject, useState } from "react";
import { useDates } from "../../../shared/hooks/use-dates.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { SavedSearchDialog } from "../../../shared/marks/searches/SavedSearchDialog.tsx";
import { useTagList } from "../../../shared/marks/tags/use-tag-list.ts";
import { Menu, MenuChoices } from "../../../shared/menus/Menu.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { PressButton } from "../../../shared/ui/buttons/PressButton.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { savedSearchesText } from "../../../text/notes/search/saved-searches.ts";
import { searchFiltersText as text } from "../../../text/notes/search/search-filters.ts";
import { workspaceText } from "../../../text/workspace.ts";
import { Completions } from "./Completions.tsx";
import { OtherFilters } from "./OtherFilters.tsx";
import css from "./search-head.module.css";

/** `found`: number of hits; undefined while unknown. `boxRef`: the search box. */
export type SearchHeadProps = { readonly found: number | undefined; readonly boxRef: RefObject<HTMLInputElement | null> };

export function SearchHead({ found, boxRef }: SearchHeadProps) {
  const { workspace } = useLibrary();
  const typed = useStore(workspace.store, (state) => state.typed);
  const term = useStore(workspace.store, (state) => state.term);
  const words = wordsOf(term);
  const count = found === undefined ? undefined : workspaceText.noteCount(found);
  return (
    <div className={css.head}>
      <Completions typed={typed} boxRef={boxRef} />
      {!hasAlternatives(typed) && <Chips typed={typed} />}
      <OtherFilters typed={typed} boxRef={boxRef} />
      {count !== undefined && (
        <div className={css.banner} role="status">
          <span className={css.count}>{words === "" ? count : workspaceText.results(count, words)}</span>
          <SaveSearch query={typed.trim()} />
          {found !== 0 && <ExportFound />}
          <Button label={workspaceText.clearSearch} size="small" tone="quiet" onPress={() => workspace.type("")} />
        </div>
      )}
    </div>
  );
}

function SaveSearch({ query }: { readonly query: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={savedSearchesText.save} size="small" icon={<BookmarkPlus />} onPress={() => setOpen(true)} />
      {isOpen && <SavedSearchDialog query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportFound() {
  const { search } = useLibrary();
  const { exportNotes } = useWorkspaceActions();
  const handleExport = async (): Promise<void> => exportNotes({ kind: "notes", noteIds: await search.findAll() });
  return <IconButton label={text.export} size="small" icon={<FileOutput />} onPress={() => void handleExport()} />;
}

function Chips({ typed }: { readonly typed: string }) {
  const { workspace, notes } = useLibrary();
  const folders = useStore(notes.store, (state) => state.folders);
  const filters = readFilters(typed);
  const change = (next: Partial<SearchFilters>): void => workspace.type(withFilters(typed, next));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
    <div role="group" className={css.chips} aria-label={text.label}>
      <FolderChip name={filters.folderName} folders={folders} onChoose={(folderName) => change({ folderName })} />
      <TagChip name={filters.tagName} onChoose={(tagName) => change({ tagName })} />
      <button
        type="button"
        className={css.chip}
        aria-pressed={filters.hasAttachment}
        onClick={() => change({ hasAttachment: !filters.hasAttachment })}
      >
        {filters.hasAttachment && <Check aria-hidden />}
        {text.attachment}
      </button>
      <DateChip since={filters.since} onChoose={(since) => change({ since })} />
    </div>
  );
}

const ANY = "any";

type FolderChipProps = {
  readonly name: string | undefined;
  readonly folders: readonly Folder[];
  readonly onChoose: (name: string | undefined) => void;
};

function FolderChip({ name, folders, onChoose }: FolderChipProps) {
  const chosen = folders.find((folder) => [folder.name, folderPath(folder)].some((one) => one.toLowerCase() === name?.toLowerCase()));
  const choices = [
    { id: ANY, label: text.anyFolder as string },
    ...folders.map((folder) => ({ id: folder.folderId, label: folderPath(folder) })),
  ];
  return (
    <ChoiceChip label={text.folder} shown={chosen?.name ?? name}>
      <MenuChoices
        label={text.folder}
        value={chosen?.folderId ?? ANY}
        choices={choices}
        onChoose={(id) => {
          const picked = folders.find(({ folderId }) => folderId === id);
          onChoose(picked && folderPath(picked));
        }}
      />
    </ChoiceChip>
  );
}

/** Most offered, by count. */
const TAGS_OFFERED = 50;

type TagChipProps = { readonly name: string | undefined; readonly onChoose: (name: string | undefined) => void };

/** Shown once there are tags. */
function TagChip({ name, onChoose }: TagChipProps) {
  const list = useTagList();
  const key = name === undefined ? undefined : tagKey(name.replace(/^#/, ""));
  const offered = [...list].sort((a, b) => b.count - a.count).slice(0, TAGS_OFFERED);
  const chosen = list.find((tag) => tag.key === key);
  const shown = chosen === undefined || offered.includes(chosen) ? offered : [chosen, ...offered];
  if (list.length === 0) return null;
  return (
    <ChoiceChip label={text.tag} shown={chosen?.tag ?? name}>
      <MenuChoices
        label={text.tag}
        value={key ?? ANY}
        choices={[{ id: ANY, label: text.anyTag as string }, ...shown.map((tag) => ({ id: tag.key, label: tag.tag }))]}
        onChoose={(id) => onChoose(list.find((tag) => tag.key === id)?.tag)}
      />
    </ChoiceChip>
  );
}

const SPANS = [7, 30, 365] as const;

type DateChipProps = { readonly since: string | undefined; readonly onChoose: (since: string | undefined) => void };

function DateChip({ since, onChoose }: DateChipProps) {
  const dates = useDates();
  const spans = SPANS.map((days) => ({ id: dayBefore(dates.now(), days), label: text.lastDays[days] as string }));
  const span = spans.find(({ id }) => id === since);
  return (
    <ChoiceChip label={text.date} shown={since === undefined ? undefined : (span?.label ?? text.since(since))}>
      <MenuChoices
        label={text.date}
        value={since ?? ANY}
        choices={[{ id: ANY, label: text.anyDate }, ...spans]}
        onChoose={(id) => onChoose(id === ANY ? undefined : id)}
      />
    </ChoiceChip>
  );
}

type ChoiceChipProps = { readonly label: string; readonly shown: string | undefined; readonly children: ReactNode };

function ChoiceChip({ label, shown, children }: ChoiceChipProps) {
  return (
    <Menu
      label={label}
      placement="bottom start"
      trigger={(opens) => (
        <PressButton
          {...opens}
          className={css.chip}
          aria-label={shown === undefined ? label : `${label}: ${shown}`}
          data-on={shown !== undefined || undefined}
        >
          <span>{shown ?? label}</span>
          <ChevronDown aria-hidden />
        </PressButton>
      )}
    >
      {children}
    </Menu>
  );
}

/** Date for `after:`, in the reader's time zone. */
function dayBefore(nowMs: number, days: number): string {
  const day = new Date(nowMs);
  day.setDate(day.getDate() - days);
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}
