/** Choice of format; sensitive notes are exported only if unlocked and ticked. */
import { chooseNotes, notesInScope } from "@satchel/core/transfer/export/choose-notes.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@satchel/core/transfer/export/export-formats.ts";
import type { ExportScope, ExportService } from "@satchel/core/transfer/export/export-service-types.ts";
import { Download, Printer } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { exportProblem, exportsText, formatText } from "../../text/transfer/exports.ts";
import { PrintNotes } from "./lazy-print-notes.ts";
import type { PrintOutcome } from "./PrintNotes.tsx";

export type ExportingProps = { readonly service: ExportService; readonly scope: ExportScope };

type Choice = ExportFormat | "pdf";

const CHOICES = [...EXPORT_FORMATS, "pdf" as const].map((value: Choice) => ({ value, name: formatText[value].name }));
/** Maximum number of notes to print, because browsers lay out all pages at once. */
const MOST_PRINTED = 500;

export function ChooseFormat({ service, scope }: ExportingProps) {
  const { notes } = useLibrary();
  const listed = useStore(notes.store, (state) => state);
  const [format, setFormat] = useState<Choice>("markdown");
  const [withSensitive, setWithSensitive] = useState(false);
  const inScope = notesInScope(listed, scope);
  const sealed = inScope.filter(({ isEncrypted }) => isEncrypted);
  const open = sealed.filter(({ seal }) => seal === "opened").length;
  const chosen = chooseNotes(listed, { scope, withSensitive });
  return (
    <>
      <p className={css.heading}>{scopeLine(scope, listed, inScope.length)}</p>
      <SelectField label={exportsText.format} value={format} options={CHOICES} hint={formatText[format].hint} onChange={setFormat} />
      {open > 0 && (
        <Checkbox isSelected={withSensitive} onChange={setWithSensitive}>
          {exportsText.sensitive(open)}
        </Checkbox>
      )}
      {sealed.length > open && <p className={css.hint}>{exportsText.sensitiveLocked(sealed.length - open)}</p>}
      {chosen.length === 0 ? (
        <p className={css.hint}>{exportsText.nothing}</p>
      ) : format === "pdf" ? (
        <PrintChosen noteIds={chosen.map(({ noteId }) => noteId)} />
      ) : (
        <div>
          <Button
            label={exportsText.start(chosen.length)}
            tone="primary"
            icon={<Download aria-hidden />}
            onPress={() => void service.start({ scope, format, withSensitive })}
          />
        </div>
      )}
    </>
  );
}

function PrintChosen({ noteIds }: { readonly noteIds: readonly string[] }) {
  const [printing, setPrinting] = useState<readonly string[]>();
  const [outcome, setOutcome] = useState<PrintOutcome>();
  if (noteIds.length > MOST_PRINTED) return <p className={css.hint}>{exportsText.tooManyToPrint(MOST_PRINTED)}</p>;
  if (printing !== undefined) {
    const handleDone = (reached: PrintOutcome): void => {
      setPrinting(undefined);
      setOutcome(reached);
    };
    return <PrintNotes noteIds={printing} onDone={handleDone} />;
  }
  return (
    <>
      {outcome !== undefined && <Outcome outcome={outcome} />}
      <div>
        <Button
          label={exportsText.print(noteIds.length)}
          tone="primary"
          icon={<Printer aria-hidden />}
          onPress={() => setPrinting(noteIds)}
        />
      </div>
    </>
  );
}

function Outcome({ outcome }: { readonly outcome: PrintOutcome }) {
  if (outcome.kind === "cancelled") return <p role="status">{exportsText.printCancelled}</p>;
  if (outcome.kind === "sensitive-locked") return <Problem sentence={exportProblem(outcome)} />;
  return outcome.unread > 0 ? <Problem sentence={exportsText.printed(outcome.unread)} /> : null;
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
