/** Menu items for notes and folders; their code loads with the first menu. */

import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { type MouseEvent, type ReactNode, useState } from "react";
import { folderListText } from "../../text/notes/folders/folders.ts";
import { menuEntries } from "./Menu.tsx";
import { type Point, PointMenu } from "./PointMenu.tsx";

export const NoteItems = menuEntries(async () => (await import("./NoteMenuItems.tsx")).NoteMenuItems);
export const FolderItems = menuEntries(async () => (await import("./FolderMenuItems.tsx")).FolderMenuItems);

/** Context menu of a custom folder, wherever the folder is shown. */
export function useFolderMenu(folder: Folder | undefined): {
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  readonly menu: ReactNode;
} {
  const [at, setAt] = useState<Point>();
  return {
    onContextMenu(event) {
      if (folder?.folderType !== "CUSTOM") return;
      event.preventDefault();
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      const isByKey = event.clientX === 0 && event.clientY === 0;
      setAt(isByKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
    },
    menu: folder !== undefined && at !== undefined && (
      <PointMenu label={folderListText.menu} at={at} onClose={() => setAt(undefined)}>
        <FolderItems folder={folder} />
      </PointMenu>
    ),
  };
}
