/** Makes the tabs follow the address: links, reloads, back and forward. core/workspace/tabs/tab-location.ts decides what to open. */
import { matchRoute, PATHS, type RouteMatch } from "@satchel/core/model/routes.ts";
import { decideTab, locationOf, type TabLocationState } from "@satchel/core/workspace/tabs/tab-location.ts";
import { useEffect, useRef } from "react";
import { useCurrentLocation, useLocation, useNavigate, useQuery } from "../../shared/router/router.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import type { WorkspacePanels } from "./workspace-panels.ts";

export type Address = {
  /** The address names a note or a new one; a phone then shows the note instead of the list. */
  readonly isNoteAddress: boolean;
  /** The address names an id that no note can have. */
  readonly isInvalid: boolean;
  /** A screen that covers the workspace, or is beside the note. */
  readonly screen: RouteMatch | undefined;
  /** Key of a visit to `/notes?search=`, at which the search box takes the focus; empty for other addresses. */
  readonly searchFocusKey: string;
};

/** Without the screen, which is another object at every address. */
export type FrameProps = Omit<Address, "screen"> & { readonly panels: WorkspacePanels };

export function useAddress(isReady: boolean): Address {
  const { tabs, workspace } = useLibrary();
  const { status } = useServices();
  const location = useLocation();
  const currentLocation = useCurrentLocation();
  const navigate = useNavigate();
  const query = useQuery();
  const { openDay } = useWorkspaceActions();
  const handled = useRef("");
  const match = matchRoute(location.pathname);
  const term = query.get("search");
  const day = query.get("day");
  const isInvalid = match !== undefined && decideTab(match, null, tabs.store.getState()).kind === "invalid";

  useEffect(() => {
    // An address that was left before it was rendered must not open its note or take the focus.
    if (!isReady || match === undefined || handled.current === location.key || currentLocation().key !== location.key) return;
    handled.current = location.key;
    follow(match, location.state as TabLocationState | null);
  });

  // A link to a day. The address goes first, so that going back does not open the day again.
  useEffect(() => {
    if (!isReady || day === null) return;
    navigate(PATHS.notes, { replace: true });
    openDay(day);
  }, [isReady, day, navigate, openDay]);

  useEffect(() => {
    if (term !== null && term !== "") workspace.type(term);
  }, [term, workspace]);

  const follow = (route: RouteMatch, state: TabLocationState | null): void => {
    const decision = decideTab(route, state, tabs.store.getState());
    if (decision.kind === "invalid" && route.route.name === "note-edit") {
      status.show({ id: "note-id-invalid" });
      navigate(PATHS.notes, { replace: true });
    }
    if (decision.kind === "view") tabs.openView(decision.noteId);
    if (decision.kind === "edit") tabs.openEdit(decision.noteId);
    if (decision.kind === "activate") tabs.activate(decision.tabId);
    if (decision.kind === "new") tabs.openNew(null);
    const { activeTabId, tabs: open } = tabs.store.getState();
    if (state?.isExpanded === true && activeTabId !== null) tabs.setExpanded(activeTabId, true);
    if (route.route.name !== "note-new" || decision.kind === "activate") return;
    // A new note now has its own address; if its tab is gone, the address changes to the active tab's.
    const shown = locationOf(open.find((tab) => tab.id === activeTabId));
    if (shown.state?.tabId !== state?.tabId || state === null) navigate(shown.path, { state: shown.state, replace: true });
  };

  const name = match?.route.name;
  const isWhole = name === "trash" || name === "past";
  const screen = isWhole || (name === "note-history" && !isInvalid) ? match : undefined;
  return { isNoteAddress: name !== "notes" && !isWhole, isInvalid, screen, searchFocusKey: term === null ? "" : location.key };
}
