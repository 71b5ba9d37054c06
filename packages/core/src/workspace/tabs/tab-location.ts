/** Maps tabs to addresses and back. Pure. Spec A §2.1 "/notes/*". */
import { isEntityId } from "@satchel/contract/ids.ts";
import { PATHS, type RouteMatch, toEditPath, toNotePath } from "../../model/routes.ts";
import { findTab, type OpenTabs, recoveredAt, type Tab } from "./tab.ts";

/** State beside the path, because all new notes share one address. */
export type TabLocationState = { readonly tabId?: string; readonly isExpanded?: boolean };
export type TabLocation = { readonly path: string; readonly state: TabLocationState | null };

export function locationOf(tab: Tab | undefined): TabLocation {
  if (tab === undefined) return { path: PATHS.notes, state: null };
  if (tab.type === "view") return { path: toNotePath(tab.noteId), state: null };
  if (tab.type === "edit") return { path: toEditPath(tab.noteId), state: null };
  return { path: PATHS.newNote, state: { tabId: tab.id } };
}

export type DesiredTab =
  /** The list; open tabs stay open. */
  | { readonly kind: "none" }
  | { readonly kind: "view"; readonly noteId: string }
  | { readonly kind: "edit"; readonly noteId: string }
  | { readonly kind: "new" }
  | { readonly kind: "activate"; readonly tabId: string }
  | { readonly kind: "invalid" };

/** Decides what to open for this address; `none` if it is already shown. */
export function decideTab(match: RouteMatch, state: TabLocationState | null, open: OpenTabs): DesiredTab {
  const active = findTab(open.tabs, open.activeTabId);
  switch (match.route.name) {
    case "note-new":
      return decideNew(state?.tabId, active, open);
    // The history is shown beside the note, whether edited or viewed.
    case "note-history":
      return active !== undefined && active.type !== "new" && active.noteId === match.noteId ? { kind: "none" } : decideView(match);
    case "note":
    case "note-edit": {
      const desired = decideView(match);
      const type = match.route.name === "note" ? "view" : "edit";
      if (desired.kind === "invalid") return desired;
      if (active?.type === type && active.noteId === desired.noteId) return { kind: "none" };
      return { kind: type, noteId: desired.noteId };
    }
    default:
      return { kind: "none" };
  }
}

function decideView({ noteId }: RouteMatch): Extract<DesiredTab, { readonly kind: "view" | "invalid" }> {
  return noteId === undefined || !isEntityId(noteId) ? { kind: "invalid" } : { kind: "view", noteId };
}

function decideNew(tabId: string | undefined, active: Tab | undefined, open: OpenTabs): DesiredTab {
  // If the session ended while a new note was typed, the user returns to this address without a tab id.
  if (tabId === undefined) return active?.type === "new" && recoveredAt(active) !== undefined ? { kind: "none" } : { kind: "new" };
  if (active?.id === tabId) return { kind: "none" };
  const tab = findTab(open.tabs, tabId);
  return tab === undefined ? { kind: "none" } : { kind: "activate", tabId };
}
