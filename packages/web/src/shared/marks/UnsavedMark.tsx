/** Marks a note with unsaved text recovered on this device; shown beside its sync mark. Decision 0005 "Drafts". */
import { FileClock } from "lucide-react";
import { workspaceText } from "../../text/workspace.ts";
import css from "./sync-mark.module.css";

export function UnsavedMark() {
  return (
    <span className={`${css.mark} ${css["on-this-device"]}`} title={workspaceText.unsaved}>
      <FileClock width={14} height={14} aria-hidden />
      <span className="visually-hidden">{workspaceText.unsaved}</span>
    </span>
  );
}
