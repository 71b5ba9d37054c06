/** The tags of the library in the sidebar, as a tree with counts. Appears with the first tag. Decision 0047. */
import type { TagCount } from "@satchel/core/library/tags/tag-index.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { ChevronRight, Hash } from "lucide-react";
import { type MouseEvent, useMemo, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { TagMenuItems } from "../../shared/marks/tags/TagMenuItems.tsx";
import { useTagList } from "../../shared/marks/tags/use-tag-list.ts";
import { type Point, PointMenu } from "../../shared/menus/PointMenu.tsx";
import { useLocation, useNavigate } from "../../shared/router/router.ts";
import { useLibrary } from "../../shared/services.ts";
import { tagsText } from "../../text/tags.ts";
import css from "./sidebar.module.css";
import own from "./tag-tree.module.css";

/** Rows shown before 'Show all', so that the sidebar stays short. */
const SHOWN = 12;

export function TagTree({ onChoose }: { readonly onChoose: () => void }) {
  const list = useTagList();
  const { workspace } = useLibrary();
  const selected = useStore(workspace.store, (state) => state.tagKeys);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const { pathname } = useLocation();
  const isInNotes = pathname.startsWith(PATHS.notes) && pathname !== PATHS.trash && pathname !== PATHS.past;
  const navigate = useNavigate();
  const parents = useMemo(() => new Set(list.filter(({ depth }) => depth > 0).map(({ key }) => parentOf(key))), [list]);
  const visible = list.filter(({ key }) => isUnder(open, key));
  const shown = isWhole ? visible : visible.slice(0, SHOWN);
  if (list.length === 0) return null;
  const handleSelect = (key: string, isAlso: boolean): void => {
    onChoose();
    if (isAlso) workspace.filterByTags(selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key]);
    else {
      workspace.selectFolder(null);
      workspace.filterByTags([key]);
    }
    if (!isInNotes) navigate(PATHS.notes);
  };
  const handleToggle = (key: string): void =>
    setOpen((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  return (
    <section className={`${css.folders} ${own.section}`} aria-label={tagsText.title}>
      <div className={css.sectionHead}>
        <h2 className={css.sectionTitle}>{tagsText.title}</h2>
      </div>
      <ul className={css.folderList}>
        {shown.map((tag) => (
          <TagRow
            key={tag.key}
            tag={tag}
            isActive={isInNotes && selected.includes(tag.key)}
            isOpen={parents.has(tag.key) ? open.has(tag.key) : undefined}
            onSelect={handleSelect}
            onToggle={handleToggle}
          />
        ))}
      </ul>
      {visible.length > SHOWN && (
        <button type="button" className={`${css.row} ${own.all}`} onClick={() => setWhole(!isWhole)}>
          {isWhole ? tagsText.showFewer : tagsText.showAll(visible.length)}
        </button>
      )}
    </section>
  );
}

type TagRowProps = {
  readonly tag: TagCount;
  readonly isActive: boolean;
  /** Undefined for a tag that has none nested in it. */
  readonly isOpen: boolean | undefined;
  readonly onSelect: (key: string, isAlso: boolean) => void;
  readonly onToggle: (key: string) => void;
};

function TagRow({ tag, isActive, isOpen, onSelect, onToggle }: TagRowProps) {
  const [menuAt, setMenuAt] = useState<Point>();
  const name = tag.tag.split("/").at(-1) ?? tag.tag;
  const handleMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    const isByKey = event.clientX === 0 && event.clientY === 0;
    setMenuAt(isByKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
  };
  return (
    <li className={css.item} style={{ paddingInlineStart: `${tag.depth * 16}px` }}>
      <button
        type="button"
        className={isActive ? `${css.row} ${css.active}` : css.row}
        aria-current={isActive ? "true" : undefined}
        title={tag.tag}
        onClick={(event) => onSelect(tag.key, event.ctrlKey || event.metaKey)}
        onContextMenu={handleMenu}
      >
        <Hash aria-hidden />
        <span className={css.label} dir="auto">
          {name}
        </span>
        <span className={css.count}>{tag.count.toLocaleString("en-GB")}</span>
      </button>
      {isOpen !== undefined && (
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-label={isOpen ? tagsText.collapse(tag.tag) : tagsText.expand(tag.tag)}
          onClick={() => onToggle(tag.key)}
        >
          <ChevronRight aria-hidden />
        </button>
      )}
      {menuAt !== undefined && (
        <PointMenu label={tagsText.menu} at={menuAt} onClose={() => setMenuAt(undefined)}>
          <TagMenuItems tag={tag.tag} />
        </PointMenu>
      )}
    </li>
  );
}

function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}

/** True if every level above the tag is open. */
function isUnder(open: ReadonlySet<string>, key: string): boolean {
  const parent = parentOf(key);
  return parent === "" || !key.includes("/") || (open.has(parent) && isUnder(open, parent));
}
