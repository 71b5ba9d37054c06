/**
 * Workspace screens with their own addresses: the trash covers the workspace; a note's history is beside the note, and covers it on a
 * phone.
 */

import { PATHS, type RouteMatch } from "@satchel/core/model/routes.ts";
import { activeTabOf } from "@satchel/core/workspace/tabs/tab.ts";
import { locationOf } from "@satchel/core/workspace/tabs/tab-location.ts";
import { useContext } from "react";
import { HistoryPanel } from "../../../features/history/HistoryPanel.tsx";
import { PastLibrary } from "../../../features/past/PastLibrary.tsx";
import { TrashContents } from "../../../features/trash/TrashContents.tsx";
import { useEscape } from "../../../shared/hooks/use-shortcuts.ts";
import { useLibrary } from "../../../shared/services.ts";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { pastText } from "../../../text/notes/past.ts";
import { trashText } from "../../../text/notes/trash.ts";
import { FrameContext } from "../../actions/frame-context.ts";
import { CoveringPage } from "./CoveringPage.tsx";
import { useOwnAddress } from "./use-own-address.ts";

export function OwnScreen({ match: { route, noteId } }: { readonly match: RouteMatch }) {
  if (noteId !== undefined) return <HistoryOfNote key={noteId} noteId={noteId} />;
  return route.name === "past" ? <PastPage /> : <TrashPage />;
}

function TrashPage() {
  const { openNote } = useWorkspaceActions();
  const { chosen, choose, close } = useOwnAddress("note", PATHS.notes);
  useEscape(true, () => (chosen === undefined ? close() : choose(undefined)));
  return (
    <CoveringPage title={trashText.title} onClose={close}>
      <TrashContents shownId={chosen} onShow={choose} onOpenNote={openNote} />
    </CoveringPage>
  );
}

function PastPage() {
  const { openNote } = useWorkspaceActions();
  const { chosen, choose, close } = useOwnAddress("note", PATHS.notes);
  const { chosen: day, choose: chooseDay } = useOwnAddress("on", PATHS.notes, false);
  useEscape(true, () => (chosen === undefined ? close() : choose(undefined)));
  return (
    <CoveringPage title={pastText.title} onClose={close}>
      <PastLibrary day={day} onDay={chooseDay} shownId={chosen} onShow={choose} onOpenNote={openNote} onClose={close} />
    </CoveringPage>
  );
}

function HistoryOfNote({ noteId }: { readonly noteId: string }) {
  const { tabs } = useLibrary();
  const { isPhone } = useContext(FrameContext);
  const { openNote } = useWorkspaceActions();
  const active = activeTabOf(tabs.store.getState());
  const { chosen, choose, close } = useOwnAddress("version", locationOf(active).path);
  useEscape(true, () => (chosen === undefined ? close() : choose(undefined)));
  return <HistoryPanel noteId={noteId} chosen={chosen} isPhone={isPhone} onChoose={choose} onOpenNote={openNote} onClose={close} />;
}
