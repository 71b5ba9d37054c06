/** Bar above the rows: number and order, or actions for the selected notes. Spec A §2.9. */
import { LIST_SORTS, type ListSort } from "@satchel/core/library/notes/list-sort.ts";
import { countHidden } from "@satchel/core/library/notes/note-list.ts";
import { NOTHING_SELECTED } from "@satchel/core/workspace/layout/selection.ts";
import { ArrowDownWideNarrow, Ellipsis, Plus, X } from "lucide-react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Menu, MenuChoices, MenuLine, MenuToggle } from "../../../shared/menus/Menu.tsx";
import { FolderItems } from "../../../shared/menus/menu-items.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { PressButton } from "../../../shared/ui/buttons/PressButton.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { folderListText } from "../../../text/notes/folders/folders.ts";
import { sensitiveNotesText } from "../../../text/notes/sensitive-notes.ts";
import { withHidden, workspaceText } from "../../../text/workspace.ts";
import { NewItems, SensitiveItems } from "./lazy-list-items.ts";
import css from "./list-bar.module.css";
import { SelectionActions } from "./SelectionActions.tsx";

type ListBarProps = { readonly count: number; readonly selectedIds: readonly string[]; readonly isPhone: boolean };

export function ListBar({ count, selectedIds, isPhone }: ListBarProps) {
  const { workspace } = useLibrary();
  if (selectedIds.length === 0) return <CountAndOrder count={count} isPhone={isPhone} />;
  return (
    <div className={`${css.bar} ${css.selecting}`}>
      <IconButton
        size="small"
        label={workspaceText.endSelection}
        icon={<X />}
        keys="Esc"
        onPress={() => workspace.select(() => NOTHING_SELECTED)}
      />
      <span className={css.count} role="status">
        {workspaceText.selected(selectedIds.length.toLocaleString("en-GB"))}
      </span>
      <SelectionActions noteIds={selectedIds} />
    </div>
  );
}

function CountAndOrder({ count, isPhone }: { readonly count: number; readonly isPhone: boolean }) {
  const { notes, workspace } = useLibrary();
  const sort = useStore(workspace.store, (state) => state.sort);
  const isPinnedOnTop = useStore(workspace.store, (state) => state.isPinnedOnTop);
  const folderId = useStore(workspace.store, (state) => state.folderId);
  const hasSubfolders = useStore(workspace.store, (state) => state.hasSubfolders);
  const isNested = useStore(notes.store, (state) => state.folders.some(({ parent }) => parent !== undefined));
  const hidden = useStore(notes.store, (state) => (folderId === null ? countHidden(state.notes) : 0));
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  return (
    <div className={css.bar}>
      <span className={css.count}>{withHidden(workspaceText.noteCount(count), hidden)}</span>
      {isPhone && (
        <Menu
          label={workspaceText.moreTypes}
          trigger={(opens) => <IconButton {...opens} size="small" label={workspaceText.moreTypes} icon={<Plus />} />}
        >
          <NewItems />
        </Menu>
      )}
      {folder?.folderType === "SENSITIVE" && <SensitiveMenu />}
      {folder?.folderType === "CUSTOM" && (
        <Menu
          label={folderListText.menu}
          trigger={(opens) => <IconButton {...opens} size="small" label={folderListText.menu} icon={<Ellipsis />} />}
        >
          <FolderItems folder={folder} />
        </Menu>
      )}
      <Menu
        label={workspaceText.sortBy}
        trigger={(opens) => (
          <PressButton {...opens} className={css.sort} aria-label={`${workspaceText.sortBy}: ${workspaceText.sorts[sort]}`}>
            {workspaceText.sorts[sort]}
            <ArrowDownWideNarrow aria-hidden />
          </PressButton>
        )}
      >
        <MenuChoices
          label={workspaceText.sortBy}
          value={sort}
          choices={LIST_SORTS.map((one): { readonly id: ListSort; readonly label: string } => ({
            id: one,
            label: workspaceText.sorts[one],
          }))}
          onChoose={workspace.sortBy}
        />
        <MenuLine />
        <MenuToggle label={workspaceText.pinnedOnTop} isOn={isPinnedOnTop} onToggle={workspace.togglePinnedOnTop} />
        {isNested && <MenuToggle label={folderListText.withSubfolders} isOn={hasSubfolders} onToggle={workspace.toggleSubfolders} />}
      </Menu>
    </div>
  );
}

function SensitiveMenu() {
  return (
    <Menu
      label={sensitiveNotesText.folderMenu}
      trigger={(opens) => <IconButton {...opens} size="small" label={sensitiveNotesText.folderMenu} icon={<Ellipsis />} />}
    >
      <SensitiveItems />
    </Menu>
  );
}
