/** Sync state of a note, as a small icon with a word; never by color alone. visual.md "Motion and feedback", decision 0005 "Words". */
import type { NoteSync } from "@satchel/core/model/entities/note.ts";
import { CircleAlert, Cloud, CloudUpload, HardDriveDownload } from "lucide-react";
import type { StorageLabel } from "../../text/storage-label.ts";
import { needsYouText, syncLabel, uploadFailedText } from "../../text/workspace.ts";
import { useStorageLabel } from "../hooks/use-plan.ts";
import css from "./sync-mark.module.css";

type SyncMarkProps = { readonly sync: NoteSync; readonly withLabel?: boolean };

const ICONS = {
  saving: CloudUpload,
  "on-this-device": HardDriveDownload,
  "in-your-drive": Cloud,
  "needs-you": CircleAlert,
} as const satisfies Record<NoteSync["kind"], unknown>;

export function SyncMark({ sync, withLabel = false }: SyncMarkProps) {
  const Icon = ICONS[sync.kind];
  const storage = useStorageLabel();
  const label = syncLabel(storage)[sync.kind];
  const why = whyOf(sync, storage);
  const sentence = why === undefined ? label : `${label}: ${why}`;
  return (
    <span className={[css.mark, css[sync.kind], withLabel ? css.worded : ""].join(" ")} title={withLabel ? undefined : sentence}>
      <Icon width={14} height={14} aria-hidden />
      {withLabel ? <span>{sentence}</span> : <span className="visually-hidden">{sentence}</span>}
    </span>
  );
}

function whyOf(sync: NoteSync, storage: StorageLabel): string | undefined {
  if (sync.kind === "needs-you") return needsYouText(storage)[sync.reason];
  return sync.kind === "on-this-device" && sync.failed !== undefined ? uploadFailedText(storage)[sync.failed] : undefined;
}
