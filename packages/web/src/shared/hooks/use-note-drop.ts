/** Drags notes onto a folder. Only ids are transferred, under our own type. The Sensitive folder asks for its password. */
import type { Folder } from "@satchel/core/model/entities/folder.ts";
import { type DragEvent, useState } from "react";
import { useWorkspaceActions } from "../workspace-actions.ts";

const NOTE_IDS = "application/x-satchel-notes";

export function startNoteDrag({ dataTransfer }: DragEvent, noteIds: readonly string[]): void {
  dataTransfer.setData(NOTE_IDS, JSON.stringify(noteIds));
  dataTransfer.effectAllowed = "move";
}

/** `undefined` stands for All Notes: dropped notes leave their folder. */
export function useNoteDrop(folder: Folder | undefined) {
  const { moveNotesTo } = useWorkspaceActions();
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(NOTE_IDS);
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
        moveNotesTo(JSON.parse(event.dataTransfer.getData(NOTE_IDS)) as readonly string[], folder?.folderId ?? null);
      },
    },
  };
}
