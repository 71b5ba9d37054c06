/** Leaving the notes with unsaved text asks first. The browser's own question at unload is app/browser-events/page-lifecycle.ts. Spec A §4 "Leaving". */
import { PATHS } from "@satchel/core/model/routes.ts";
import { unsavedTabs } from "@satchel/core/workspace/tabs/tab.ts";
import { useEffect } from "react";
import { useGuard } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import type { Asking } from "./use-actions.ts";

export function useLeaveGuard(ask: Asking["ask"]): void {
  const { tabs } = useLibrary();
  const { library } = useServices();
  const { held, stay } = useGuard((from, to) => {
    const leaves = isNotes(from.pathname) && !isNotes(to.pathname);
    // After signing out there is nothing left to stay for.
    return leaves && library.getState().kind === "open" && unsavedTabs(tabs.store.getState()).length > 0;
  });
  useEffect(() => {
    if (held === undefined) return;
    const tabIds = unsavedTabs(tabs.store.getState());
    ask({ kind: "unsaved", tabIds: tabIds.map((tab) => tab.id), proceed: held.proceed, stay });
  }, [held, stay, tabs, ask]);
}

function isNotes(pathname: string): boolean {
  return pathname === PATHS.notes || pathname.startsWith(`${PATHS.notes}/`);
}
