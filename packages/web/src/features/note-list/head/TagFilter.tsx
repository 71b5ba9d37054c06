/** The tags that filter the list, and further ones that its notes have. Shown while there is such a filter. Decision 0047. */
import { selectNotes } from "@satchel/core/library/notes/note-list.ts";
import { TagIndex } from "@satchel/core/library/tags/tag-index.ts";
import { isWithin } from "@satchel/core/model/entities/tags/tag.ts";
import { Ellipsis, Hash, Plus, X } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { TagMenuItems } from "../../../shared/marks/tags/TagMenuItems.tsx";
import { useTagList } from "../../../shared/marks/tags/use-tag-list.ts";
import { Menu, MenuItem } from "../../../shared/menus/Menu.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { PressButton } from "../../../shared/ui/buttons/PressButton.tsx";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { tagsText } from "../../../text/tags.ts";
import { useListedFolders } from "../rows/use-listed.ts";
import css from "./search-head.module.css";
import own from "./tag-filter.module.css";

/** Most offered, by count. */
const OFFERED = 20;

export function TagFilter({ tagKeys }: { readonly tagKeys: readonly string[] }) {
  const { workspace } = useLibrary();
  const list = useTagList();
  const chosen = list.filter(({ key }) => tagKeys.includes(key));
  const [only] = chosen;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
    <div role="group" className={`${css.head} ${own.filter}`} aria-label={tagsText.filter}>
      <div className={css.chips}>
        {chosen.map(({ key, tag }) => (
          <button
            key={key}
            type="button"
            className={css.chip}
            data-on
            aria-label={tagsText.removeFilter(tag)}
            onClick={() => workspace.filterByTags(tagKeys.filter((one) => one !== key))}
          >
            <Hash aria-hidden />
            <span dir="auto">{tag}</span>
            <X aria-hidden />
          </button>
        ))}
        <Further tagKeys={tagKeys} />
        {only !== undefined && chosen.length === 1 && (
          <Menu label={tagsText.menu} trigger={(opens) => <IconButton {...opens} size="small" label={tagsText.menu} icon={<Ellipsis />} />}>
            <TagMenuItems tag={only.tag} />
          </Menu>
        )}
      </div>
    </div>
  );
}

/** Tags with which the list would become shorter. */
function Further({ tagKeys }: { readonly tagKeys: readonly string[] }) {
  const { notes, workspace } = useLibrary();
  const all = useStore(notes.store, (state) => state.notes);
  const folderIds = useListedFolders();
  const further = useMemo(() => {
    const listed = selectNotes(all, folderIds, tagKeys);
    const others = new TagIndex()
      .read(listed)
      .filter(({ key, count }) => count < listed.length && !tagKeys.some((own) => isWithin(own, key)));
    return [...others].sort((a, b) => b.count - a.count).slice(0, OFFERED);
  }, [all, folderIds, tagKeys]);
  if (further.length === 0) return null;
  return (
    <Menu
      label={tagsText.addFilter}
      placement="bottom start"
      trigger={(opens) => (
        <PressButton {...opens} className={css.chip} aria-label={tagsText.addFilter}>
          <Plus aria-hidden />
        </PressButton>
      )}
    >
      {further.map(({ key, tag, count }) => (
        <MenuItem
          key={key}
          label={tag}
          icon={<Hash />}
          keys={count.toLocaleString("en-GB")}
          onAction={() => workspace.filterByTags([...tagKeys, key])}
        />
      ))}
    </Menu>
  );
}
