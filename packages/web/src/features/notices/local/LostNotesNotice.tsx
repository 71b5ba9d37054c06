/** Reports that the browser deleted local mode's notes, until the user dismisses it. Otherwise the library would just look empty. */
import { FileWarning } from "lucide-react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { commonText } from "../../../text/labels.ts";
import { lostNotesText } from "../../../text/notes/lost-notes.ts";

export function LostNotesNotice({ count }: { readonly count: number }) {
  const { notes, lostNotes } = useLibrary();
  const stored = useStore(notes.store, (state) => state.notes.length);
  return (
    <Notice
      tone="danger"
      urgent
      icon={<FileWarning />}
      actions={<Button label={commonText.dismiss} size="small" tone="quiet" onPress={() => lostNotes?.noteLoss(stored)} />}
    >
      <b>{lostNotesText.title(count)}</b> {lostNotesText.sentence}
    </Notice>
  );
}
