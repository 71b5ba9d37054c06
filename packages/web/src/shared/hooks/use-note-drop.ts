/** Drags notes and folders onto a folder. Only ids are transferred, under our own types. The Sensitive folder asks for its password. */
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { type DragEvent, useState } from "react";
import { useWorkspaceActions } from "../workspace-actions.ts";

const NOTE_IDS = "application/x-satchel-notes";
const FOLDER_ID = "application/x-satchel-folder";

export function startNoteDrag({ dataTransfer }: DragEvent, noteIds: readonly string[]): void {
  dataTransfer.setData(NOTE_IDS, JSON.stringify(noteIds));
  dataTransfer.effectAllowed = "move";
}

export function startFolderDrag({ dataTransfer }: DragEvent, folderId: string): void {
  dataTransfer.setData(FOLDER_ID, folderId);
  dataTransfer.effectAllowed = "move";
}

/** `undefined` stands for All Notes and the top level: dropped notes leave their folder, and dropped folders their parent. */
export function useNoteDrop(folder: Folder | undefined) {
  const { moveNotesTo, moveFolderTo } = useWorkspaceActions();
  const [isOver, setOver] = useState(false);
  const holdsFolders = folder === undefined || folder.folderType === "CUSTOM";
  const takes = ({ dataTransfer: { types } }: DragEvent): boolean =>
    types.includes(NOTE_IDS) || (holdsFolders && types.includes(FOLDER_ID));
  return {
    isOver,
    target: {
      onDragOver(event: DragEvent) {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        const [target, droppedId] = [folder?.folderId ?? null, event.dataTransfer.getData(FOLDER_ID)];
        if (droppedId !== "") return moveFolderTo(droppedId, target);
        moveNotesTo(JSON.parse(event.dataTransfer.getData(NOTE_IDS)) as readonly string[], target);
      },
    },
  };
}
