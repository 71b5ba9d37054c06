/** Autosave while it is chosen and the library's screens stand. Says nothing in a toast but that it failed; the rest is in the note's meta line. */
import type { NoteNotices } from "@satchel/core/workspace/notifications/note-notices-service.ts";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";

/** `isAsking`: the user is being asked what is to become of unsaved text. */
export function useAutosave(notices: NoteNotices, isAsking: boolean): void {
  const { autosave, status } = useServices();
  const { runAutosave, kind } = useLibrary();
  const isOn = useStore(autosave.store, (state) => state.isOn);
  const asking = useRef(isAsking);
  useLayoutEffect(() => {
    asking.current = isAsking;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    return runAutosave({
      isChosen: autosave.read,
      isPending: () => asking.current,
      onSaved: notices.autosaved,
      onFailed: (tabId, problem) => {
        if (problem.kind === "no-such-tab" || problem.kind === "save-canceled") return;
        status.show({ id: "note-problem", action: "autosave", problem, isLocal: kind === "local" }, { subject: tabId });
      },
    });
  }, [isOn, runAutosave, autosave, notices, status, kind]);
}
