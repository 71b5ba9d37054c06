/** Which panes are shown at which width, and what gestures do. Pure. Spec A §2.8, A §9 "Layout". */
import { LAYOUT } from "../../model/limits/limits.ts";
import { matchRoute, PATHS } from "../../model/routes.ts";

export type Frame = "phone" | "desktop";

export function frameOf(widthPx: number): Frame {
  return widthPx < LAYOUT.mobileBreakpointPx ? "phone" : "desktop";
}

/** Below the breakpoint the sidebar is hidden, unless the user's own choice is still in effect. */
export function isSidebarShown(widthPx: number, chosen: boolean | undefined): boolean {
  return chosen ?? widthPx >= LAYOUT.sidebarBreakpointPx;
}

/** How long a manual choice holds: 10 s at widths that hide the sidebar, else until the next choice. */
export function overrideMs(widthPx: number): number | undefined {
  return widthPx < LAYOUT.sidebarBreakpointPx ? LAYOUT.sidebarOverrideMs : undefined;
}

export function clampListWidth(widthPx: number): number {
  if (!Number.isFinite(widthPx)) return LAYOUT.listWidthPx;
  return Math.round(Math.min(LAYOUT.listMaxWidthPx, Math.max(LAYOUT.listMinWidthPx, widthPx)));
}

export type Swipe = "to-list" | "to-content" | "none";

/** A swipe to the right shows the list, one to the left the note; mostly vertical movement is scrolling. */
export function decideSwipe(movedXPx: number, movedYPx: number): Swipe {
  if (Math.abs(movedXPx) < LAYOUT.swipeThresholdPx || Math.abs(movedXPx) <= Math.abs(movedYPx)) return "none";
  return movedXPx > 0 ? "to-list" : "to-content";
}

/** Marks a phone's history entry whose previous entry is the list, so that back always returns there. Pure. Spec A §2.8 "Mobile". */
export type AboveList = { readonly isAboveList?: boolean };

type HistoryStep = "push" | "replace" | "back";

export function isNoteAddress(path: string): boolean {
  const name = matchRoute(path)?.route.name;
  return name === "note" || name === "note-edit" || name === "note-new";
}

/** True if list and tabs are visible: the dashboard, the trash, a past day and a note's history cover them. */
export function isTabsAddress(path: string): boolean {
  return path === PATHS.notes || isNoteAddress(path);
}

export function decideStep(from: { readonly path: string } & AboveList, to: string): HistoryStep {
  if (!isNoteAddress(from.path)) return "push";
  if (isNoteAddress(to)) return "replace";
  if (to !== PATHS.notes) return "push";
  return from.isAboveList === true ? "back" : "replace";
}
