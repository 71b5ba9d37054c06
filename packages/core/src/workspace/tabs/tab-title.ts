/** Cuts the titles that tabs show. Pure: the caller supplies translated words. Spec A §4 "Tab dirty state", A §9. */
import { cutText } from "../../document/html/html-text.ts";
import { shownTitle } from "../../library/notes/note-list.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { LAYOUT } from "../../model/limits/limits.ts";
import { draftOf, type Tab } from "./tab.ts";

export type TabLabels = {
  readonly untitled: string;
  readonly edit: (title: string) => string;
  readonly newNote: (ordinal: number) => string;
};

/** `saved` is the note as the library has it now; until that is known, the title kept with the tab is used. */
export function tabTitle(tab: Tab, saved: Pick<NoteSummary, "title" | "preview"> | undefined, labels: TabLabels): string {
  if (tab.type === "new") return tab.draft.title.trim() || labels.newNote(tab.ordinal);
  const title = shownTitle({ title: draftOf(tab)?.title ?? saved?.title ?? tab.title, preview: saved?.preview ?? "" });
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
