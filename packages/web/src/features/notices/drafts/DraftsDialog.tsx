/** 'Unsaved on this device': texts that were typed and never saved, in windows that are gone. Decision 0005 "Drafts". */
import { toText } from "@satchel/core/document/html/html-text.ts";
import type { StoredDraft } from "@satchel/core/ports/device/local-store.ts";
import { offeredDrafts } from "@satchel/core/workspace/tabs/recovered-texts.ts";
import { useEffect } from "react";
import { useDates } from "../../../shared/hooks/use-dates.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { draftsText } from "../../../text/editor/drafts.ts";
import { sensitiveText } from "../../../text/notes/sensitive.ts";
import { sensitiveNotesText } from "../../../text/notes/sensitive-notes.ts";
import { workspaceText } from "../../../text/workspace.ts";
import css from "./drafts.module.css";

type DraftsDialogProps = { readonly onOpen: (draftId: string) => void; readonly onClose: () => void };

const EXCERPT_CHARS = 120;

export function DraftsDialog({ onOpen, onClose }: DraftsDialogProps) {
  const { tabs } = useLibrary();
  const drafts = offeredDrafts(useStore(tabs.store, (state) => state));
  const hiddenCount = useStore(tabs.store, (state) => state.hiddenDraftCount);
  // The last draft was discarded, or unlocking moved it into the waiting editor.
  const isEmpty = drafts.length + hiddenCount === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  if (isEmpty) return null;
  return (
    <Dialog title={draftsText.title} onClose={onClose} width="normal">
      <p>{draftsText.sentence}</p>
      <ul className={css.list}>
        {drafts.map((draft) => (
          <DraftRow key={draft.draftId} draft={draft} onOpen={onOpen} />
        ))}
        {hiddenCount > 0 && <HiddenRow count={hiddenCount} />}
      </ul>
    </Dialog>
  );
}

/** Drafts of notes that moved into the Sensitive folder later: their titles stay hidden until it is unlocked. */
function HiddenRow({ count }: { readonly count: number }) {
  const { unlockSensitive, openDrafts } = useWorkspaceActions();
  return (
    <li className={css.row}>
      <div className={css.words}>
        <h3 className={css.title}>{draftsText.hidden(count)}</h3>
        <p className={css.excerpt}>{sensitiveText.draftSentence}</p>
      </div>
      <Button label={sensitiveNotesText.unlock} size="small" tone="primary" onPress={() => unlockSensitive(openDrafts)} />
    </li>
  );
}

function DraftRow({ draft, onOpen }: { readonly draft: StoredDraft; readonly onOpen: (draftId: string) => void }) {
  const { tabs, sensitive } = useLibrary();
  const { unlockSensitive, openDrafts } = useWorkspaceActions();
  const dates = useDates();
  const isOpen = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const isSealed = draft.sealed !== undefined && !isOpen;
  return (
    <li className={css.row}>
      <div className={css.words}>
        <h3 className={css.title}>{isSealed ? sensitiveText.draft : draft.title.trim() || workspaceText.untitled}</h3>
        <p className={css.excerpt}>{isSealed ? sensitiveText.draftSentence : toText(draft.content).slice(0, EXCERPT_CHARS)}</p>
        <p className={css.date}>{dates.moment(draft.savedAtMs)}</p>
      </div>
      <Button label={draftsText.discard} size="small" tone="quiet" onPress={() => tabs.discardDraft(draft.draftId)} />
      {isSealed ? (
        <Button label={sensitiveNotesText.unlock} size="small" tone="primary" onPress={() => unlockSensitive(openDrafts)} />
      ) : (
        <Button label={draftsText.open} size="small" tone="primary" onPress={() => onOpen(draft.draftId)} />
      )}
    </li>
  );
}
