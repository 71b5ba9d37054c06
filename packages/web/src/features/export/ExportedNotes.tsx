/** Result of an export: count, losses of the format, and unavailable files. */
import type { ExportState } from "@satchel/core/transfer/export/export-service-types.ts";
import { Button } from "../../shared/ui/Button.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { exportsText, lossSentence } from "../../text/transfer/exports.ts";

type ExportedProps = { readonly state: Extract<ExportState, { readonly kind: "exported" }>; readonly onAgain: () => void };

const SHOWN_NAMES = 20;

export function ExportedNotes({ state: { fileName, summary }, onAgain }: ExportedProps) {
  const { notes, losses, missing, unread } = summary;
  return (
    <div className={css.panel}>
      <p className={css.good} role="status">
        {exportsText.exported(notes, fileName)}
      </p>
      {unread > 0 && <p className={css.warning}>{exportsText.unread(unread)}</p>}
      {missing.length > 0 && (
        <>
          <p className={css.warning}>{exportsText.missing(missing.length)}</p>
          <ul className={css.list}>
            {missing.slice(0, SHOWN_NAMES).map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change.
              <li key={at}>{name}</li>
            ))}
            {missing.length > SHOWN_NAMES && <li>{exportsText.more(missing.length - SHOWN_NAMES)}</li>}
          </ul>
        </>
      )}
      {losses.length === 0 ? (
        <p className={css.hint}>{exportsText.whole}</p>
      ) : (
        <>
          <p className={css.heading}>{exportsText.changed}</p>
          <ul className={css.list}>
            {losses.map((loss) => (
              <li key={loss.kind}>{lossSentence(loss)}</li>
            ))}
          </ul>
        </>
      )}
      <div>
        <Button label={exportsText.again} onPress={onAgain} />
      </div>
    </div>
  );
}
