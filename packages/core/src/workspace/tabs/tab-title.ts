/** Cuts the titles that tabs show. Pure: the caller supplies translated words. Spec A §4 "Tab dirty state", A §9. */
import { cutText } from "../../document/html/html-text.ts";
import { LAYOUT } from "../../model/limits/limits.ts";
import { draftOf, type Tab } from "./tab.ts";

export type TabLabels = {
  readonly untitled: string;
  readonly edit: (title: string) => string;
  readonly newNote: (ordinal: number) => string;
};

/** `savedTitle` is the note's title as the library has it now; while that is not known, the one kept with the tab. */
export function tabTitle(tab: Tab, savedTitle: string | undefined, labels: TabLabels): string {
  if (tab.type === "new") return tab.draft.title.trim() || labels.newNote(tab.ordinal);
  const title = (draftOf(tab)?.title ?? savedTitle ?? tab.title).trim();
  if (title === "") return labels.untitled;
  return tab.type === "edit" ? labels.edit(title) : title;
}

export function cutForDesktop(title: string): string {
  return cut(title, LAYOUT.desktopTabTitleChars);
}

export function cutForPhone(title: string): string {
  return cut(title, LAYOUT.mobileTabTitleChars);
}

function cut(title: string, maxChars: number): string {
  const kept = cutText(title, maxChars);
  return kept.length === title.length ? title : `${kept}…`;
}
