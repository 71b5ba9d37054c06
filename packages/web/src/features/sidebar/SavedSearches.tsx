/** Saved searches in the sidebar, by name. Appears with the first one. Decision 0052. */
import type { SavedSearch } from "@satchel/core/model/entities/saved-search.ts";
import { TOAST } from "@satchel/core/model/limits/limits.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { Pencil, Trash2 } from "lucide-react";
import { type MouseEvent, useMemo, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { SavedSearchDialog } from "../../shared/marks/searches/SavedSearchDialog.tsx";
import { SearchMark } from "../../shared/marks/searches/search-icons.tsx";
import { MenuItem } from "../../shared/menus/Menu.tsx";
import { type Point, PointMenu } from "../../shared/menus/PointMenu.tsx";
import { useLocation, useNavigate } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { savedSearchesText as text } from "../../text/notes/search/saved-searches.ts";
import css from "./sidebar.module.css";
import own from "./tag-tree.module.css";

export function SavedSearches({ onChoose }: { readonly onChoose: () => void }) {
  const { notes, workspace } = useLibrary();
  const searches = useStore(notes.store, (state) => state.searches);
  const shown = useStore(workspace.store, (state) => state.typed.trim());
  const { pathname } = useLocation();
  const isInNotes = pathname.startsWith(PATHS.notes) && pathname !== PATHS.trash && pathname !== PATHS.past;
  const navigate = useNavigate();
  const [edited, setEdited] = useState<SavedSearch>();
  const sorted = useMemo(
    () => [...searches].sort((a, b) => a.name.localeCompare(b.name) || (a.searchId < b.searchId ? -1 : 1)),
    [searches],
  );
  const handleSelect = (query: string): void => {
    onChoose();
    workspace.selectFolder(null);
    workspace.type(query);
    if (!isInNotes) navigate(PATHS.notes);
  };
  return (
    <section className={`${css.folders} ${own.section}`} aria-label={text.title}>
      <div className={css.sectionHead}>
        <h2 className={css.sectionTitle}>{text.title}</h2>
      </div>
      <ul className={css.folderList}>
        {sorted.map((search) => (
          <SearchRow
            key={search.searchId}
            search={search}
            isActive={isInNotes && shown === search.query}
            onSelect={handleSelect}
            onEdit={setEdited}
          />
        ))}
      </ul>
      {edited !== undefined && <SavedSearchDialog search={edited} query={edited.query} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

type SearchRowProps = {
  readonly search: SavedSearch;
  readonly isActive: boolean;
  readonly onSelect: (query: string) => void;
  readonly onEdit: (search: SavedSearch) => void;
};

function SearchRow({ search, isActive, onSelect, onEdit }: SearchRowProps) {
  const [menuAt, setMenuAt] = useState<Point>();
  const remove = useRemove();
  const handleMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const isByKey = event.clientX === 0 && event.clientY === 0;
    setMenuAt(isByKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
  };
  return (
    <li className={css.item}>
      <button
        type="button"
        className={isActive ? `${css.row} ${css.active}` : css.row}
        aria-current={isActive ? "true" : undefined}
        title={search.query}
        onClick={() => onSelect(search.query)}
        onContextMenu={handleMenu}
      >
        <SearchMark icon={search.icon} />
        <span className={css.label} dir="auto">
          {search.name}
        </span>
      </button>
      {menuAt !== undefined && (
        <PointMenu label={text.menu} at={menuAt} onClose={() => setMenuAt(undefined)}>
          <MenuItem label={text.edit} icon={<Pencil />} onAction={() => onEdit(search)} />
          <MenuItem label={text.delete} icon={<Trash2 />} tone="danger" onAction={() => void remove(search)} />
        </PointMenu>
      )}
    </li>
  );
}

/** Moves the saved search into the trash, and offers Undo. */
function useRemove(): (search: SavedSearch) => Promise<void> {
  const { notes, kind } = useLibrary();
  const { status } = useServices();
  return async ({ searchId, name }) => {
    const removed = await notes.remove(searchId);
    if (!removed.ok)
      return void status.show(
        { id: "note-problem", action: "delete", problem: removed.problem, isLocal: kind === "local" },
        { subject: searchId },
      );
    const action = { run: () => void notes.restore(searchId) };
    status.show({ id: "search-deleted", name }, { subject: searchId, action, durationMs: TOAST.undoMs });
  };
}
