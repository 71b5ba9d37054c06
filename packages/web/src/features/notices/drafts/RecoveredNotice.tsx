/** Announces recovered unsaved text, with one click to it. A tab that has been active has announced its own. Decision 0005 "Drafts". */

import { isPutOff } from "@satchel/core/workspace/layout/workspace-service.ts";
import { offeredDrafts, recoveredLockedTabs, recoveredTabs } from "@satchel/core/workspace/tabs/recovered-texts.ts";
import { draftOf } from "@satchel/core/workspace/tabs/tab.ts";
import { FileClock } from "lucide-react";
import { useEffect, useRef } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { draftsText } from "../../../text/editor/drafts.ts";
import { sensitiveNotesText } from "../../../text/notes/sensitive-notes.ts";
import { workspaceText } from "../../../text/workspace.ts";

/** `isNoteShown`: whether the active tab is visible; on a phone it is not while the list is shown. */
export function RecoveredNotice({ isNoteShown }: { readonly isNoteShown: boolean }) {
  const { workspace } = useLibrary();
  const found = useRecovered(isNoteShown);
  const isLater = useStore(workspace.store, (state) => isPutOff(state, "recovered", found.count));
  if (found.count === 0 || isLater) return null;
  return (
    <Notice
      tone="info"
      icon={<FileClock />}
      actions={
        <>
          <Button label={found.label} size="small" tone="primary" onPress={found.open} />
          <Button label={workspaceText.later} size="small" tone="quiet" onPress={() => workspace.putOff("recovered", found.count)} />
        </>
      }
    >
      {found.sentence}
    </Notice>
  );
}

type Found = { readonly count: number; readonly sentence: string; readonly label: string; readonly open: () => void };

function useRecovered(isNoteShown: boolean): Found {
  const { tabs, sensitive } = useLibrary();
  const { activate, openDraft, openDrafts, unlockSensitive } = useWorkspaceActions();
  const state = useStore(tabs.store, (each) => each);
  const isUnlocked = useStore(sensitive.store, ({ kind }) => kind === "unlocked");
  const behind = useTabsBehind(recoveredTabs(state.tabs), isNoteShown ? state.activeTabId : null);
  const drafts = offeredDrafts(state);
  const locked = recoveredLockedTabs(state);
  const count = drafts.length + state.hiddenDraftCount + behind.length + locked.length;
  const [draft] = drafts;
  const [lockedTab] = locked;
  const [tab] = behind;
  const many = count > 1 ? draftsText.recoveredMany(count) : undefined;
  const readable = isUnlocked ? drafts : drafts.filter(({ sealed }) => sealed === undefined);
  if (draft === undefined && state.hiddenDraftCount === 0 && tab === undefined && lockedTab !== undefined)
    return {
      count,
      sentence: many ?? draftsText.recoveredSensitive,
      label: sensitiveNotesText.unlock,
      open: () => unlockSensitive(() => activate(lockedTab.id)),
    };
  if (draft === undefined && state.hiddenDraftCount === 0) {
    const title = tab === undefined ? undefined : draftOf(tab)?.title;
    return {
      count,
      sentence: many ?? sentenceOf(title),
      label: draftsText.open,
      open: () => tab !== undefined && activate(tab.id),
    };
  }
  if (readable.length === 0)
    return {
      count,
      sentence: many ?? draftsText.recoveredSensitive,
      label: sensitiveNotesText.unlock,
      open: () => unlockSensitive(openDrafts),
    };
  if (count > 1 || draft === undefined) return { count, sentence: many ?? draftsText.recovered, label: draftsText.show, open: openDrafts };
  return { count, sentence: sentenceOf(draft.title), label: draftsText.open, open: () => openDraft(draft.draftId) };
}

function sentenceOf(title: string | undefined): string {
  return draftsText.recoveredOf(title?.trim() || workspaceText.untitled);
}

/** Tabs that have not been active since the app was opened. */
function useTabsBehind<Tab extends { readonly id: string }>(all: readonly Tab[], inFront: string | null): readonly Tab[] {
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (inFront !== null) seen.current.add(inFront);
  }, [inFront]);
  return all.filter(({ id }) => id !== inFront && !seen.current.has(id));
}
