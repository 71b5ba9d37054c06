/** Panels of the tabs: the active one, and editors, which stay mounted in the background. Spec A §2.10. */
import type { Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { Plus } from "lucide-react";
import { memo, Suspense, useContext } from "react";
import { MissingNote, ViewNote } from "../../features/note/reading/lazy-note.ts";
import { tabPanelId } from "../../features/note-tabs/use-tab-labels.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Contained } from "../../shared/ui/Contained.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { shortcutsText } from "../../text/actions/shortcuts.ts";
import { notesText } from "../../text/notes/notes.ts";
import { workspaceText } from "../../text/workspace.ts";
import { FrameContext } from "../actions/frame-context.ts";
import { WriteTab } from "./lazy-write-tab.ts";
import css from "./workspace.module.css";

export function TabPanels({ isInvalid }: { readonly isInvalid: boolean }) {
  const { tabs } = useLibrary();
  const open = useStore(tabs.store, (state) => state.tabs);
  const activeTabId = useStore(tabs.store, (state) => state.activeTabId);
  if (isInvalid)
    return (
      <Suspense fallback={<DelayedSpinner />}>
        <MissingNote tabId="" problem={{ kind: "invalid-id" }} />
      </Suspense>
    );
  const shown = open.filter((tab) => tab.id === activeTabId || tab.type !== "view");
  return (
    <>
      {shown.map((tab) => (
        <div
          key={tab.id}
          id={tabPanelId(tab.id)}
          role="tabpanel"
          aria-label={workspaceText.openNote}
          hidden={tab.id !== activeTabId}
          className={css.panel}
        >
          <Contained of={tab} instead={<EmptyState title={workspaceText.notShown} sentence={workspaceText.notShownSentence} />}>
            <Suspense fallback={<DelayedSpinner />}>
              <TabContent tab={tab} />
            </Suspense>
          </Contained>
        </div>
      ))}
      {activeTabId === null && <NothingOpen />}
    </>
  );
}

/** Memoized, so that typing renders only its own tab. */
const TabContent = memo(function TabContent({ tab }: { readonly tab: Tab }) {
  if (tab.type === "view") return <ViewNote tabId={tab.id} noteId={tab.noteId} isExpanded={tab.isExpanded} />;
  return <WriteTab tab={tab} />;
});

function NothingOpen() {
  const { newNote } = useWorkspaceActions();
  const { isPhone } = useContext(FrameContext);
  const { notes, workspace } = useLibrary();
  const hasNotes = useStore(notes.store, (state) => state.notes.length > 0);
  const isListShown = useStore(workspace.store, (state) => state.isListShown);
  // The empty list beside it says how to begin.
  if (!hasNotes && isListShown && !isPhone) return null;
  const wideSentence = hasNotes ? workspaceText.noneOpenSentence : undefined;
  return (
    <EmptyState
      title={isPhone ? workspaceText.noneSelected : workspaceText.noneOpen}
      sentence={isPhone ? workspaceText.noneSelectedSentence : wideSentence}
      action={
        <Button label={notesText.newNote} tone="primary" icon={<Plus aria-hidden />} keys={shortcutsText.newNote} onPress={newNote} />
      }
    />
  );
}
