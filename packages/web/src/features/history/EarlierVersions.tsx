/** Below the versions: how far fetching the earlier ones from the drive is, or that it did not come to its end. */
import { historyText } from "../../text/history.ts";
import css from "./history.module.css";
import type { Earlier } from "./use-earlier-versions.ts";

export function EarlierVersions({ earlier }: { readonly earlier: Earlier }) {
  return (
    <p className={css.earlier} role="status">
      {earlier.kind === "fetching" && historyText.fetching(earlier.done, earlier.total)}
      {earlier.kind === "incomplete" && (
        <>
          {historyText.incomplete}
          <button type="button" className={css.link} onClick={earlier.retry}>
            {historyText.retry}
          </button>
        </>
      )}
    </p>
  );
}
