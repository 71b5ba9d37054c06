/** Shows a note link in the read view and the editor: the note's current title, or why there is none. */
import type { LinkTarget } from "@satchel/core/library/notes/note-list.ts";
import type { NoteLinks } from "../../../shared/editor-host/note-links.ts";
import { blocksText as text } from "../../../text/editor/blocks.ts";
import { workspaceText } from "../../../text/workspace.ts";

export function showNoteLink(link: HTMLElement, target: LinkTarget): void {
  const label = labelOf(target);
  link.dataset.state = target.kind;
  if (link.textContent !== label) link.textContent = label;
  link.setAttribute("role", "link");
  link.setAttribute("aria-disabled", String(target.kind === "deleted"));
}

function labelOf(target: LinkTarget): string {
  if (target.kind === "note") return target.title.trim() || workspaceText.untitled;
  if (target.kind === "locked") return text.lockedNote;
  return target.kind === "deleted" ? text.deletedNote : text.unknownNote;
}

/** Keeps the titles of all links in the read view up to date until the returned function is called; a click or Enter opens the note. */
export function showNoteLinks(root: HTMLElement, links: NoteLinks | undefined): () => void {
  const found = [...root.querySelectorAll<HTMLElement>("a[data-note-id]")];
  if (found.length === 0) return () => undefined;
  const show = (): void => {
    for (const link of found) showNoteLink(link, links?.targetOf(link.dataset.noteId ?? "") ?? { kind: "unknown" });
  };
  const open = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-note-id]") : null;
    if (link === null || (event instanceof KeyboardEvent && event.key !== "Enter")) return;
    event.preventDefault();
    if (link.dataset.state !== "deleted") links?.open(link.dataset.noteId ?? "");
  };
  for (const link of found) {
    link.classList.add("note-link");
    link.tabIndex = 0;
  }
  show();
  root.addEventListener("click", open);
  root.addEventListener("keydown", open);
  const stop = links?.onChange(show);
  return () => {
    root.removeEventListener("click", open);
    root.removeEventListener("keydown", open);
    stop?.();
  };
}
