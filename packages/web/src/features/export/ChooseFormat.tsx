/** What is exported, and as what; sensitive notes only where they are open, and ticked. */
import { chooseNotes, notesInScope } from "@satchel/core/transfer/export/choose-notes.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import type { ExportScope, ExportService } from "@satchel/core/transfer/export/export-service-types.ts";
import { Download } from "lucide-react";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Checkbox } from "../../shared/ui/Checkbox.tsx";
import { SelectField } from "../../shared/ui/SelectField.tsx";
import { exportsText, formatText } from "../../text/exports.ts";
import css from "./export.module.css";

export type ExportingProps = { readonly service: ExportService; readonly scope: ExportScope };

const FORMATS = EXPORT_FORMATS.map((value) => ({ value, name: formatText[value].name }));

export function ChooseFormat({ service, scope }: ExportingProps) {
  const { notes } = useLibrary();
  const listed = useStore(notes.store, (state) => state);
  const [format, setFormat] = useState<ExportFormat>("markdown");
  const [withSensitive, setWithSensitive] = useState(false);
  const inScope = notesInScope(listed, scope);
  const sealed = inScope.filter(({ isEncrypted }) => isEncrypted);
  const open = sealed.filter(({ seal }) => seal === "opened").length;
  const count = chooseNotes(listed, { scope, withSensitive }).length;
  return (
    <>
      <p className={css.what}>{scopeLine(scope, listed, inScope.length)}</p>
      <SelectField label={exportsText.format} value={format} options={FORMATS} hint={formatText[format].hint} onChange={setFormat} />
      {open > 0 && (
        <Checkbox isSelected={withSensitive} onChange={setWithSensitive}>
          {exportsText.sensitive(open)}
        </Checkbox>
      )}
      {sealed.length > open && <p className={css.hint}>{exportsText.sensitiveLocked(sealed.length - open)}</p>}
      {count === 0 ? (
        <p className={css.hint}>{exportsText.nothing}</p>
      ) : (
        <div>
          <Button tone="primary" icon={<Download aria-hidden />} onPress={() => void service.start({ scope, format, withSensitive })}>
            {exportsText.start(count)}
          </Button>
        </div>
      )}
    </>
  );
}

type Listed = Parameters<typeof notesInScope>[0];

function scopeLine(scope: ExportScope, { folders, notesById }: Listed, count: number): string {
  if (scope.kind === "all") return exportsText.what.all(count);
  if (scope.kind === "folder")
    return exportsText.what.folder(folders.find(({ folderId }) => folderId === scope.folderId)?.name ?? "", count);
  const [only, second] = scope.noteIds;
  if (second !== undefined) return exportsText.what.notes(count);
  return exportsText.what.note(notesById.get(only ?? "")?.title || exportsText.untitled);
}
