/** Exports one note, several, a folder or all notes. */
import type { ExportScope } from "@satchel/core/transfer/export/export-service-types.ts";
import { FileOutput } from "lucide-react";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { exportsText } from "../../text/transfer/exports.ts";
import { ExportNotes } from "./ExportNotes.tsx";

export function ExportDialog({ scope, onClose }: { readonly scope: ExportScope; readonly onClose: () => void }) {
  return (
    <Dialog title={exportsText.dialogTitle} icon={<FileOutput width={20} height={20} aria-hidden />} onClose={onClose}>
      <ExportNotes scope={scope} />
    </Dialog>
  );
}
