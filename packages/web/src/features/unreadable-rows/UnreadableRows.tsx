/** Lists unreadable rows of this device, each with a download of the stored data, and removes one once the user agrees. */
import type { UnreadableRow } from "@satchel/core/ports/device/unreadable-rows.ts";
import { useState } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { unreadableRowsText } from "../../text/drive/unreadable-rows.ts";
import css from "./unreadable-rows.module.css";
import { useUnreadableRows } from "./use-unreadable-rows.ts";

/** A row without a title is shown by its key. */
const nameOf = ({ name, key }: UnreadableRow): string => name ?? String(key);

export function UnreadableRows() {
  const { rows, outcome, handleDownload, handleRemove } = useUnreadableRows(nameOf);
  const [asked, ask] = useState<UnreadableRow>();
  if (rows.length === 0 && outcome === undefined) return null;
  return (
    <Section title={unreadableRowsText.title} sentence={unreadableRowsText.sentence}>
      {rows.length > 0 && (
        <ul className={css.rows}>
          {rows.map((row) => (
            <li key={`${row.store} ${row.key}`} className={css.row}>
              <div className={css.words}>
                <span className={css.name}>{nameOf(row)}</span>
                <span className={css.problem}>
                  {unreadableRowsText.kinds[row.kind]} · {unreadableRowsText.problem(row)}
                </span>
              </div>
              <div className={css.buttons}>
                <Button
                  label={unreadableRowsText.download}
                  size="small"
                  aria-label={unreadableRowsText.downloadOf(nameOf(row))}
                  onPress={() => void handleDownload(row)}
                />
                <Button
                  label={unreadableRowsText.remove}
                  size="small"
                  tone="danger-quiet"
                  aria-label={unreadableRowsText.removeOf(nameOf(row))}
                  onPress={() => ask(row)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <p className={css.outcome} role="status">
        {outcome}
      </p>
      {asked !== undefined && (
        <ConfirmDialog
          variant="danger"
          title={unreadableRowsText.confirmTitle(nameOf(asked))}
          message={unreadableRowsText.confirmMessage}
          confirm={unreadableRowsText.confirm}
          cancel={unreadableRowsText.keep}
          onConfirm={() => {
            ask(undefined);
            void handleRemove(asked);
          }}
          onCancel={() => ask(undefined)}
        />
      )}
    </Section>
  );
}
