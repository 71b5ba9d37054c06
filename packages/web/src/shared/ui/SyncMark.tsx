/** Where a note is safe, as a small icon with its word. Never by colour alone. visual.md "Motion and feedback", decisions §5 "Words". */
import type { NoteSync } from "@satchel/core/model/entities/note.ts";
import { CircleAlert, Cloud, CloudUpload, HardDriveDownload } from "lucide-react";
import type { Place } from "../../text/place.ts";
import { needsYouText, syncWord, uploadFailedText } from "../../text/workspace.ts";
import { usePlace } from "../hooks/use-place.ts";
import css from "./sync-mark.module.css";

type SyncMarkProps = { readonly sync: NoteSync; readonly withWord?: boolean };

const ICONS = {
  saving: CloudUpload,
  "on-this-device": HardDriveDownload,
  "in-your-drive": Cloud,
  "needs-you": CircleAlert,
} as const satisfies Record<NoteSync["kind"], unknown>;

export function SyncMark({ sync, withWord = false }: SyncMarkProps) {
  const Icon = ICONS[sync.kind];
  const place = usePlace();
  const word = syncWord(place)[sync.kind];
  const why = whyOf(sync, place);
  const sentence = why === undefined ? word : `${word}: ${why}`;
  return (
    <span className={`${css.mark} ${css[sync.kind]}`} title={withWord ? undefined : sentence}>
      <Icon width={14} height={14} aria-hidden />
      {withWord ? <span>{sentence}</span> : <span className="visually-hidden">{sentence}</span>}
    </span>
  );
}

function whyOf(sync: NoteSync, place: Place): string | undefined {
  if (sync.kind === "needs-you") return needsYouText(place)[sync.reason];
  return sync.kind === "on-this-device" && sync.failed !== undefined ? uploadFailedText(place)[sync.failed] : undefined;
}
