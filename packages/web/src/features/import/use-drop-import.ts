/** Files dropped on the window outside of a note are read as an import. What a note takes it takes itself, and says so by preventing the default. */
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
      // Entries are known only while the event is handled.
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry());
      openImport();
      void import("./dropped-files.ts").then(({ importDropped }) => importDropped(imports, entries));
    },
  };
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes("Files");
}
