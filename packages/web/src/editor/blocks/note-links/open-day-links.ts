/** A plain click on a link to a day opens its note in the app, instead of the app beside it. Decision 0060. */

import type { NoteLinks } from "../../../shared/editor-host/note-links.ts";
import { dayOfLink } from "../../../shared/marks/days/day-links.ts";

/** Listens until the returned function is called. */
export function openDayLinks(root: HTMLElement, links: NoteLinks | undefined): () => void {
  const handleClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const day = dayOfLink(link?.getAttribute("href") ?? "");
    if (day === undefined || links?.openDay === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    links.openDay(day);
  };
  root.addEventListener("click", handleClick);
  return () => root.removeEventListener("click", handleClick);
}
