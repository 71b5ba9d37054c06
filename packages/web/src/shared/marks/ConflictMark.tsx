/** This note was edited in two places and waits for a decision; beside the mark that says where it is safe. sync.md §9. */
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
