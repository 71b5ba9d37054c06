/** Folders as a tree in a dialog that asks for one of them. */

import { folderRows } from "@satchel/core/library/folders/folder-tree.ts";
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { Check } from "lucide-react";
import { FolderMark } from "./FolderMark.tsx";
import css from "./folder-choices.module.css";

const ALL_OPEN: ReadonlySet<string> = new Set();

type FolderChoicesProps = {
  readonly folders: readonly Folder[];
  /** Label of the choice without a folder. */
  readonly none: string;
  /** Folder that is marked as the present one; null for none, undefined to mark nothing. */
  readonly current: string | null | undefined;
  /** Sentence that says why a folder cannot be chosen; undefined if it can. */
  readonly refusal?: (folderId: string | null) => string | undefined;
  readonly onChoose: (folderId: string | null) => void;
};

export function FolderChoices({ folders, none, current, refusal, onChoose }: FolderChoicesProps) {
  const rows = folderRows(folders, ALL_OPEN).map(({ folder, level }) => ({ folderId: folder.folderId, name: folder.name, folder, level }));
  return (
    <ul className={css.list}>
      {[{ folderId: null, name: none, folder: undefined, level: 0 }, ...rows].map(({ folderId, name, folder, level }) => {
        const why = refusal?.(folderId);
        return (
          <li key={folderId ?? "none"} style={{ paddingInlineStart: `${level * 16}px` }}>
            <button
              type="button"
              className={css.row}
              aria-current={folderId === current ? "true" : undefined}
              disabled={why !== undefined}
              title={why}
              onClick={() => onChoose(folderId)}
            >
              <span className={css.mark}>{folder && <FolderMark folder={folder} />}</span>
              <span className={css.name}>{name}</span>
              {folderId === current && <Check width={16} height={16} aria-hidden />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
