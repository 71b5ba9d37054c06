/** Marks a note with conflicting edits that wait for a decision; shown beside its sync mark. sync.md §9. */
import { GitCompareArrows } from "lucide-react";
import { syncNoticesText } from "../../text/drive/sync-notices.ts";
import css from "./sync-mark.module.css";

export function ConflictMark() {
  return (
    <span className={`${css.mark} ${css["needs-you"]}`} title={syncNoticesText.conflicts}>
      <GitCompareArrows width={14} height={14} aria-hidden />
      <span className="visually-hidden">{syncNoticesText.conflicts}</span>
    </span>
  );
}
