/** Content of a source, what is kept, changed or lost, and where to import it. Nothing is written yet. */
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import type { CsvAs, UnknownAs } from "@satchel/core/ports/transfer/import-sources.ts";
import type { ImportFound } from "@satchel/core/transfer/import/import-service-types.ts";
import { useState } from "react";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { importText } from "../../text/transfer/import.ts";
import { reportLine } from "../../text/transfer/import-report.ts";
import own from "./import.module.css";

const OWN_FOLDERS = "own";

export function FoundNotes({ found }: { readonly found: ImportFound }) {
  const { imports, notes } = useLibrary();
  const folders = useStore(notes.store, (state) => state.folders).filter(({ folderType }) => folderType === "CUSTOM");
  const [folder, setFolder] = useState(OWN_FOLDERS);
  const [duplicates, setDuplicates] = useState<"skip" | "copy">("skip");
  const { sum, alreadyHere } = found;
  const toCome = duplicates === "skip" ? sum.notes - alreadyHere : sum.notes;
  const handleStart = (): void => void imports.start({ folderId: folder === OWN_FOLDERS ? undefined : folder, duplicates });
  return (
    <>
      <h4 className={css.heading}>
        {importText.foundTitle}: {importText.found(found.names)}
      </h4>
      <Sums sum={sum} />
      {!sum.isWhole && <p className={css.warning}>{importText.notWhole}</p>}
      {sum.notes === 0 && <p role="status">{importText.nothing}</p>}
      {alreadyHere > 0 && <p>{importText.alreadyHere(alreadyHere)}</p>}
      <Changes found={found} />
      {found.csvAs !== undefined && <TablesChoice csvAs={found.csvAs} />}
      {found.unknownAs !== undefined && <UnknownChoice unknownAs={found.unknownAs} />}
      {sum.notes > 0 && (
        <SelectField
          label={importText.folder}
          value={folder}
          options={[
            { value: OWN_FOLDERS, name: importText.ownFolders },
            ...folders.map((own) => ({ value: own.folderId, name: folderPath(own) })),
          ]}
          onChange={setFolder}
        />
      )}
      {alreadyHere > 0 && (
        <SelectField
          label={importText.duplicates}
          value={duplicates}
          options={[
            { value: "skip", name: importText.skip },
            { value: "copy", name: importText.copy },
          ]}
          onChange={setDuplicates}
        />
      )}
      <div className={css.row}>
        <Button label={importText.start(toCome)} tone="primary" isDisabled={toCome === 0} onPress={handleStart} />
        <Button label={importText.saveReport} onPress={() => imports.saveReport()} />
        <Button label={importText.cancel} tone="quiet" onPress={() => imports.reset()} />
      </div>
    </>
  );
}

/** Another choice reads the files again, because it changes the counts. */
function TablesChoice({ csvAs }: { readonly csvAs: CsvAs }) {
  const { imports } = useLibrary();
  const options = [
    { value: "rows", name: importText.asRows },
    { value: "table", name: importText.asTable },
  ] as const;
  const handleChange = (next: CsvAs): void => void imports.readAgain({ csvAs: next });
  return <SelectField label={importText.tables} hint={importText.tablesHint} value={csvAs} options={options} onChange={handleChange} />;
}

function UnknownChoice({ unknownAs }: { readonly unknownAs: UnknownAs }) {
  const { imports } = useLibrary();
  const options = [
    { value: "left-out", name: importText.leaveOut },
    { value: "attached", name: importText.attach },
  ] as const;
  const handleChange = (next: UnknownAs): void => void imports.readAgain({ unknownAs: next });
  return <SelectField label={importText.unknown} value={unknownAs} options={options} onChange={handleChange} />;
}

function Sums({ sum }: Pick<ImportFound, "sum">) {
  const { day } = useDates();
  const { notes, folders, tags, attachments, attachmentBytes, links, times, kept, approximated, lost } = sum;
  const rows: readonly (readonly [string, number | string])[] = [
    [importText.notes, notes],
    [importText.folders, folders],
    [importText.tags, tags],
    [importText.attachments, attachments],
    ...(attachments === 0 ? [] : [[importText.attachmentBytes, formatBytes(attachmentBytes)] as const]),
    [importText.links, links.note + links.web + links.unresolved],
    ...(times === undefined ? [] : [[importText.dates, importText.datesFromTo(day(times.oldestMs), day(times.newestMs))] as const]),
    [importText.kept, kept],
    [importText.approximated, approximated],
    [importText.lost, lost],
  ];
  return (
    <dl className={own.sums}>
      {rows.map(([name, count]) => (
        <div key={name} className={own.sum}>
          <dt>{name}</dt>
          <dd>{typeof count === "string" ? count : count.toLocaleString("en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}

const SHOWN = 100;

function Changes({ found }: { readonly found: ImportFound }) {
  const changed = found.items.filter(({ status }) => status !== "kept");
  if (changed.length === 0) return null;
  return (
    <details className={own.changes}>
      <summary>{importText.details}</summary>
      <ul className={css.list}>
        {changed.slice(0, SHOWN).map((item) => (
          <li key={item.key} className={item.status === "lost" ? css.warning : undefined}>
            {reportLine(item)}
          </li>
        ))}
        {changed.length > SHOWN && <li>{importText.more(changed.length - SHOWN)}</li>}
      </ul>
    </details>
  );
}
