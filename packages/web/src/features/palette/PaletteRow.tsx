/** A row of the palette: icon, name with the typed words marked, and location or keys. */

import { shownTitle } from "@satchel/core/library/notes/note-list.ts";
import { findWords } from "@satchel/core/library/search/marks.ts";
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import type { PaletteEntry } from "@satchel/core/workspace/actions/palette.ts";
import { FilePlus2, FileText, Hash, Search } from "lucide-react";
import type { ReactNode } from "react";
import { FolderMark } from "../../shared/marks/FolderMark.tsx";
import { Marked } from "../../shared/marks/Marked.tsx";
import { SearchMark } from "../../shared/marks/searches/search-icons.tsx";
import { actionText } from "../../text/actions/action-names.ts";
import { keyCaps } from "../../text/actions/actions.ts";
import { paletteText } from "../../text/actions/palette.ts";
import { workspaceText } from "../../text/workspace.ts";
import { ACTION_ICONS } from "./action-icons.ts";
import css from "./palette.module.css";

type PaletteRowProps = {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly words: readonly string[];
  /** Number of notes a search would find, once known. */
  readonly count: number | undefined;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
};

export function PaletteRow({ id, entry, words, count, isChosen, onPoint, onRun }: PaletteRowProps) {
  const { icon, name, aside } = toLine(entry, count);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the row (aria-activedescendant)
    <div id={id} role="option" aria-selected={isChosen} className={css.row} onPointerMove={onPoint} onClick={onRun}>
      <span className={css.mark}>{icon}</span>
      <span className={css.name} dir="auto">
        {"title" in entry || entry.kind === "search" ? name : <Marked text={name} marks={findWords(name, words)} />}
      </span>
      <span className={css.aside}>{aside}</span>
    </div>
  );
}

function toLine(
  entry: PaletteEntry,
  count: number | undefined,
): { readonly icon: ReactNode; readonly name: string; readonly aside: ReactNode } {
  switch (entry.kind) {
    case "note":
      return {
        icon: <FileText aria-hidden />,
        name: shownTitle(entry.note) || workspaceText.untitled,
        aside: entry.folder && folderPath(entry.folder),
      };
    case "folder":
      return { icon: <FolderMark folder={entry.folder} />, name: folderPath(entry.folder), aside: paletteText.folder };
    case "tag":
      return { icon: <Hash aria-hidden />, name: entry.tag.tag, aside: workspaceText.noteCount(entry.tag.count) };
    case "saved-search":
      return { icon: <SearchMark icon={entry.search.icon} />, name: entry.search.name, aside: entry.search.query };
    case "action": {
      const Icon = ACTION_ICONS[entry.action];
      return { icon: <Icon aria-hidden />, name: actionText[entry.action], aside: <Keys caps={keyCaps(entry.action)} /> };
    }
    case "new-note":
      return { icon: <FilePlus2 aria-hidden />, name: paletteText.newNote(entry.title), aside: null };
    case "search":
      return {
        icon: <Search aria-hidden />,
        name: paletteText.search(entry.typed),
        aside: count === undefined ? null : workspaceText.noteCount(count),
      };
  }
}

function Keys({ caps }: { readonly caps: readonly string[] }) {
  return caps.length === 0 ? null : <kbd className={css.keys}>{caps.join(" ")}</kbd>;
}
