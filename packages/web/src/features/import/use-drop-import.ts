/** Imports files dropped on the window outside a note. A note that accepts files prevents the default. */
import type { DragEvent } from "react";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";

export function useDropImport() {
  const { imports } = useLibrary();
  const { openImport } = useWorkspaceActions();
  return {
    onDragOver(event: DragEvent): void {
      if (holdsFiles(event)) event.preventDefault();
    },
    onDrop(event: DragEvent): void {
      if (event.defaultPrevented || !holdsFiles(event)) return;
      event.preventDefault();
      // Entries are available only during the event.
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry());
      openImport();
      void import("./dropped-files.ts").then(({ importDropped }) => importDropped(imports, entries));
    },
  };
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes("Files");
}
